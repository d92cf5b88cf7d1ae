/** Verdicts of the official JSON Schemas, as they are or with some of our differences put into them. */
import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { MessageContext, SchemaRevision } from '#shared/mcp/schema';

export const SPEC = new URL('../../../../../../shared/spec/', import.meta.url);
export const HAS_SPEC = existsSync(new URL('schema/', SPEC));

export type Members = { [name: string]: unknown };
export interface Case {
  readonly message: unknown;
  readonly context: MessageContext;
  /** The message is only a value of this type. */
  readonly type?: string;
}
/** Changes the definitions of an official schema in place. */
export type Patch = (definitions: { [name: string]: Members }) => void;

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The official schema of a revision, its definitions under `$defs` whatever the dialect. */
export function officialDefinitions(revision: SchemaRevision): { [name: string]: Members } {
  const text = readFileSync(new URL(`schema/${revision}.json`, SPEC), 'utf8');
  const schema = JSON.parse(text.replaceAll('#/definitions/', '#/$defs/')) as Members;
  return (schema['definitions'] ?? schema['$defs']) as { [name: string]: Members };
}

const RESULTS_WITH_QUESTIONS = ['CallTool', 'GetPrompt', 'ReadResource'];
const RESULTS_AS_TASK = ['CallTool', 'CreateMessage', 'Elicit'];
const ERRORS: ReadonlyMap<unknown, string> = new Map([
  [-32042, 'URLElicitationRequiredError'],
  [-32020, 'HeaderMismatchError'],
  [-32021, 'MissingRequiredClientCapabilityError'],
  [-32022, 'UnsupportedProtocolVersionError'],
]);

export class Official {
  readonly #revision: SchemaRevision;
  readonly #definitions: { [name: string]: Members };
  readonly #ajv: Ajv | Ajv2020;
  /** Definition of each request and notification by who sends it and its method. */
  readonly #calls = new Map<string, string>();

  constructor(revision: SchemaRevision, patches: readonly Patch[] = []) {
    this.#revision = revision;
    this.#definitions = officialDefinitions(revision);
    for (const root of ['ClientRequest', 'ServerRequest', 'ClientNotification', 'ServerNotification']) {
      for (const name of this.#members(root)) this.#calls.set(`${root} ${this.#methodOf(name)}`, name);
    }
    for (const patch of patches) patch(this.#definitions);
    const options = { strict: false, validateSchema: false, addUsedSchema: false };
    // The dialects differ in nothing that these schemas use, once definitions are called $defs.
    this.#ajv = revision >= '2025-11-25' ? new Ajv2020(options) : new Ajv(options);
    addFormats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'mcp', $defs: this.#definitions });
  }

  /** Definitions of messages and of the results of requests, for making values. */
  get calls(): readonly {
    readonly sender: 'client' | 'server';
    readonly definition: string;
    readonly method: string;
  }[] {
    return [...this.#calls].map(([key, definition]) => {
      const [root = '', method = ''] = key.split(' ');
      return { sender: root.startsWith('Client') ? 'client' : 'server', definition, method };
    });
  }

  /** Names of the definitions of what may answer a method. */
  resultsOf(method: string): readonly string[] {
    const request = [...this.#calls].find(([key]) => key.endsWith(`Request ${method}`))?.[1];
    if (request === undefined) return [];
    const stem = request.slice(0, -'Request'.length);
    const others = [
      ...(RESULTS_WITH_QUESTIONS.includes(stem) ? ['InputRequiredResult'] : []),
      ...(RESULTS_AS_TASK.includes(stem) ? ['CreateTaskResult'] : []),
    ].filter((name) => this.#has(name));
    return [this.#has(`${stem}Result`) ? `${stem}Result` : 'Result', ...others];
  }

  /** Names of all definitions. */
  get types(): readonly string[] {
    return Object.keys(this.#definitions);
  }

  valid({ message, context, type }: Case): boolean {
    if (type !== undefined) return this.#validType(type, message);
    if (Array.isArray(message)) {
      if (!this.#fits('JSONRPCMessage', message)) return false;
      return message.every((each) => this.valid({ message: each, context: { sender: context.sender } }));
    }
    if (!isMembers(message)) return false;
    if ('method' in message) return this.#validCall(message, context);
    if ('result' in message) return this.#validResult(message, context);
    if ('error' in message) return this.#validError(message);
    return this.#fits('JSONRPCMessage', message);
  }

  /** Up to 2025-06-18 the definitions of messages leave the envelope out; ours are whole everywhere. */
  #validType(type: string, value: unknown): boolean {
    const kind = /(?:Request|Notification)$/.exec(type)?.[0];
    const envelope = kind !== undefined && this.#revision <= '2025-06-18' && !type.startsWith('JSONRPC');
    return this.#fits(type, value) && (!envelope || this.#fits(`JSONRPC${kind}`, value));
  }

  #validCall(message: Members, { sender }: MessageContext): boolean {
    const kind = 'id' in message ? 'Request' : 'Notification';
    const root = `${sender === 'client' ? 'Client' : 'Server'}${kind}`;
    const name = this.#calls.get(`${root} ${String(message['method'])}`);
    return name !== undefined && this.#fits(`JSONRPC${kind}`, message) && this.#fits(name, message);
  }

  #validResult(message: Members, { answers, asTask }: MessageContext): boolean {
    if (!this.#fits(this.#has('JSONRPCResultResponse') ? 'JSONRPCResultResponse' : 'JSONRPCResponse', message))
      return false;
    if (answers === undefined) return true;
    const result = message['result'] as Members;
    const [ordinary = 'Result', ...others] = this.resultsOf(answers);
    if (this.#revision >= '2026-07-28') {
      const asks = result['resultType'] === 'input_required' && others.includes('InputRequiredResult');
      return this.#fits(asks ? 'InputRequiredResult' : ordinary, result);
    }
    return this.#fits(asTask && others.includes('CreateTaskResult') ? 'CreateTaskResult' : ordinary, result);
  }

  #validError(message: Members): boolean {
    if (!this.#fits(this.#has('JSONRPCErrorResponse') ? 'JSONRPCErrorResponse' : 'JSONRPCError', message)) return false;
    const special = ERRORS.get((message['error'] as Members)['code']);
    return special === undefined || !this.#has(special) || this.#fits(special, message);
  }

  #fits(name: string, value: unknown): boolean {
    const validate = this.#ajv.getSchema(`mcp#/$defs/${name}`);
    if (!validate) throw new Error(`${this.#revision} has no ${name}`);
    return validate(value) === true;
  }

  #has(name: string): boolean {
    return Object.hasOwn(this.#definitions, name);
  }

  /** Names of the definitions that a union (or what stands for a union of one) refers to. */
  #members(root: string): string[] {
    const schema = this.#definitions[root];
    if (!schema) return [];
    const options = (schema['anyOf'] ?? [schema]) as Members[];
    return options.flatMap((option) => {
      if (typeof option['$ref'] === 'string') return [option['$ref'].slice('#/$defs/'.length)];
      const method = methodConstant(option);
      return Object.keys(this.#definitions).filter(
        (name) => name !== root && method !== undefined && methodConstant(this.#definitions[name]) === method,
      );
    });
  }

  #methodOf(name: string): string {
    return methodConstant(this.#definitions[name]) ?? '';
  }
}

function methodConstant(schema: Members | undefined): string | undefined {
  const properties = schema?.['properties'] as { readonly method?: Members } | undefined;
  const value = properties?.method?.['const'];
  return typeof value === 'string' ? value : undefined;
}
