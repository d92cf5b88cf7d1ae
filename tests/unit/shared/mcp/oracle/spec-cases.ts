/** Messages to judge: the specification's own examples. */
import { readdirSync, readFileSync } from 'node:fs';
import type { SchemaRevision } from '#shared/mcp/schema';
import { isMembers, SPEC, type Case } from './official.ts';

interface SpecEvent {
  readonly kind: string;
  readonly dir?: 'c2s' | 's2c';
  readonly msg?: unknown;
  readonly body?: unknown;
  readonly data?: unknown;
  readonly schemaValid?: false;
  readonly schemaSkip?: true;
}
export interface SpecCase extends Case {
  readonly revision: SchemaRevision;
  readonly from: string;
  /** The rules' files mark messages that the official schema rejects. */
  readonly marked?: 'invalid' | undefined;
}

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, SPEC), 'utf8'));

/** Messages of some events in order, each response with the request that it answers. */
function casesOf(events: readonly SpecEvent[], revision: SchemaRevision, from: string): SpecCase[] {
  const asked = new Map<string, { readonly method: string; readonly asTask: boolean }>();
  return events.flatMap((event): SpecCase[] => {
    const message = event.kind === 'message' ? event.msg : event.kind === 'sse' ? event.data : event.body;
    const isMessage = isMembers(message) ? 'jsonrpc' in message || event.kind === 'message' : Array.isArray(message);
    if (!isMessage || event.kind.startsWith('oauth')) return [];
    const fromClient = event.dir === 'c2s' || event.kind === 'http-request';
    const sender = fromClient ? 'client' : 'server';
    const other = fromClient ? 'server' : 'client';
    const key = (side: string, id: unknown): string => `${side} ${JSON.stringify(id)}`;
    if (isMembers(message) && typeof message['method'] === 'string' && 'id' in message) {
      const params = message['params'];
      asked.set(key(sender, message['id']), {
        method: message['method'],
        asTask: isMembers(params) && 'task' in params,
      });
    }
    const request = isMembers(message) && !('method' in message) ? asked.get(key(other, message['id'])) : undefined;
    if (event.schemaSkip) return [];
    const context = { sender, ...(request && { answers: request.method, asTask: request.asTask }) } as const;
    return [{ revision, from, message, context, marked: event.schemaValid === false ? 'invalid' : undefined }];
  });
}

/** Every message of the ten complete sessions. */
export function sequenceCases(): SpecCase[] {
  return readdirSync(new URL('sequences/', SPEC))
    .sort()
    .flatMap((name) => casesOf(read(`sequences/${name}`) as SpecEvent[], name.slice(0, 10) as SchemaRevision, name));
}

interface Rule {
  readonly id: string;
  readonly assume?: { readonly version?: SchemaRevision };
  readonly exampleViolation?: readonly SpecEvent[];
  readonly exampleOk?: readonly SpecEvent[];
}
type Preamble = (assume: unknown) => SpecEvent[];

/** Every message in an example of a rule, after what the rule assumes to have happened. */
export async function ruleCases(): Promise<SpecCase[]> {
  const { preamble } = (await import(new URL('rules/preamble.mjs', SPEC).href)) as { readonly preamble: Preamble };
  const rules = ['rules/rules.json', 'rules/rules-extra.json'].flatMap((path) => read(path) as Rule[]);
  return rules.flatMap(({ id, assume = {}, exampleViolation = [], exampleOk = [] }) =>
    [exampleViolation, exampleOk].flatMap((events) =>
      casesOf([...preamble(assume), ...events], assume.version ?? '2025-11-25', id),
    ),
  );
}
