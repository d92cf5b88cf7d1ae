/** What a revision has against a message: its shape, its method, its parameters, result or error. */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { methodFacts, senderOf } from '../methods.ts';
import { allowsBatch, eraOf } from '../revisions.ts';
import { ERROR_DEFINITIONS } from './definitions/index.ts';
import { schemaRevision, type SchemaRevision } from './history.ts';
import { messageOf, resultsOf, revisionSchema } from './revision-schema.ts';
import { surelyFits } from './fits.ts';
import { failuresOf } from './validator.ts';

export interface SchemaProblem {
  /** RFC 6901 pointer of the value that it is about, `/params/name`; empty for the whole message. */
  readonly at: string;
  /**
   * What is wrong: a keyword of JSON Schema (`required`, `type`, `const`, `enum`, `anyOf`, …), or `shape` (no kind of
   * message, or two at once), `unknown-method` (no revision has it), `revision` (only others have it), `direction` (the
   * other side sends it), `batch` (not in this revision, empty or mixed), `unreadable` (no JSON value, or nests too deeply).
   */
  readonly code: string;
  /** One English sentence. */
  readonly message: string;
}

export interface MessageContext {
  readonly sender: 'client' | 'server';
  /** Method of the request that a response answers, where that is known. */
  readonly answers?: string | undefined;
  /** 2025-11-25: whether that request asked to be run as a task; leave it out when that is not known. */
  readonly asTask?: boolean | undefined;
}

const MAX_PROBLEM_COUNT = 100;

const has = (value: JsonObject, name: string): boolean => Object.hasOwn(value, name);

/**
 * What a revision's schemas have against a parsed message (or, in 2025-03-26, a batch) of one side. At most 100 problems,
 * none when it fits. Never throws. An unknown revision is read as the newest published one before it.
 */
export function checkMessage(revision: string, message: unknown, context: MessageContext): readonly SchemaProblem[] {
  const at = schemaRevision(revision);
  const problems = Array.isArray(message) ? checkBatch(at, message, context) : checkOne(at, message, context);
  return problems.slice(0, MAX_PROBLEM_COUNT);
}

/** Problems of a value as a definition (`ElicitResult`); none if it fits or the revision lacks it. Never throws. */
export function checkPart(revision: string, definition: string, value: unknown): readonly SchemaProblem[] {
  const at = schemaRevision(revision);
  return has(revisionSchema(at).$defs, definition) ? check(at, definition, value) : [];
}

function checkBatch(revision: SchemaRevision, batch: readonly unknown[], context: MessageContext): SchemaProblem[] {
  const problem = (message: string): SchemaProblem[] => [{ at: '', code: 'batch', message }];
  if (!allowsBatch(revision)) return problem(`${revision} has no batches: every message travels alone.`);
  if (batch.length === 0) return problem('A batch holds at least one message.');
  const responses = batch.filter((each) => isObject(each) && !has(each, 'method')).length;
  if (responses > 0 && responses < batch.length)
    return problem('A batch holds either responses or requests and notifications, not both.');
  const found: SchemaProblem[] = [];
  for (const [index, each] of batch.entries()) {
    if (found.length >= MAX_PROBLEM_COUNT) break;
    // Which request each response answers is not known here.
    const own = checkOne(revision, each, responses > 0 ? { sender: context.sender } : context);
    found.push(...own.map((one) => ({ ...one, at: `/${index}${one.at}` })));
  }
  return found;
}

function checkOne(revision: SchemaRevision, message: unknown, context: MessageContext): SchemaProblem[] {
  if (!isObject(message)) return [shape('A message is a JSON object.')];
  const kinds = ['method', 'result', 'error'].filter((name) => has(message, name));
  if (kinds.length === 0) return [shape('A message has a method, a result or an error.')];
  const mixed = kinds.length > 1 ? [shape(`A message has only one of ${kinds.join(' and ')}.`)] : [];
  if (has(message, 'method')) return [...mixed, ...checkCall(revision, message, context)];
  if (has(message, 'result')) return [...mixed, ...checkResult(revision, message, context)];
  return [...mixed, ...checkError(revision, message)];
}

const shape = (message: string): SchemaProblem => ({ at: '', code: 'shape', message });

function checkCall(revision: SchemaRevision, message: JsonObject, { sender }: MessageContext): SchemaProblem[] {
  const { method } = message;
  const kind = has(message, 'id') ? 'request' : 'notification';
  const known = typeof method === 'string' ? messageOf(revision, method) : undefined;
  if (known?.kind === kind) {
    const facts = methodFacts(known.method);
    const who = facts && senderOf(facts, revision);
    const wrongSide =
      who === sender || who === 'both'
        ? []
        : [about('direction', `In ${revision} only the ${who} sends ${known.method}.`)];
    return [...wrongSide, ...check(revision, known.definition, message)];
  }
  const form = check(revision, kind === 'request' ? 'JSONRPCRequest' : 'JSONRPCNotification', message);
  if (typeof method !== 'string') return form;
  if (known) {
    const words = known.kind === 'request' ? `${method} is a request and needs an id.` : `${method} has no id.`;
    return [...form, { at: '', code: 'shape', message: words }];
  }
  const elsewhere = methodFacts(method);
  return [
    ...form,
    elsewhere
      ? about('revision', `${revision} has no ${method}; ${spanOf(elsewhere)}.`)
      : about('unknown-method', `No revision defines ${JSON.stringify(method.slice(0, 100))}.`),
  ];
}

const about = (code: string, message: string): SchemaProblem => ({ at: '/method', code, message });
const spanOf = ({ since, until }: { readonly since: string; readonly until?: string }): string =>
  until === undefined ? `it came with ${since}` : `it belongs to ${since === until ? since : `${since} to ${until}`}`;

function checkResult(revision: SchemaRevision, message: JsonObject, context: MessageContext): SchemaProblem[] {
  const { $defs } = revisionSchema(revision);
  const envelope = has($defs, 'JSONRPCResultResponse') ? 'JSONRPCResultResponse' : 'JSONRPCResponse';
  const form = check(revision, envelope, message);
  const definition = form.length > 0 ? undefined : resultDefinition(revision, message['result'] as JsonObject, context);
  return definition === undefined ? form : check(revision, definition, message['result'], '/result');
}

/** The definition a result must fit: by `resultType` since 2026-07-28; in 2025-11-25 by the request or, if unknown, by its `task`. */
function resultDefinition(
  revision: SchemaRevision,
  result: JsonObject,
  { answers, asTask }: MessageContext,
): string | undefined {
  const [ordinary, ...others] = answers === undefined ? [] : resultsOf(revision, answers);
  const other = (name: string): string | undefined => others.find((each) => each === name);
  if (eraOf(revision) === 'per-request') {
    if (result['resultType'] === 'input_required') return other('InputRequiredResult') ?? ordinary;
    if (result['resultType'] === 'task') return other('CreateTaskResult') ?? ordinary;
    return ordinary;
  }
  return ((asTask ?? isObject(result['task'])) ? other('CreateTaskResult') : undefined) ?? ordinary;
}

function checkError(revision: SchemaRevision, message: JsonObject): SchemaProblem[] {
  const { $defs } = revisionSchema(revision);
  const code = isObject(message['error']) ? message['error']['code'] : undefined;
  const special = ERROR_DEFINITIONS.find((each) => each.code === code)?.definition;
  if (special !== undefined && has($defs, special)) return check(revision, special, message);
  return check(revision, has($defs, 'JSONRPCErrorResponse') ? 'JSONRPCErrorResponse' : 'JSONRPCError', message);
}

function check(revision: SchemaRevision, definition: string, value: unknown, below = ''): SchemaProblem[] {
  if (surelyFits(revision, definition, value)) return [];
  const failures = failuresOf(revision, definition, value);
  if (!failures) return [{ at: below, code: 'unreadable', message: 'This is no JSON value, or nests too deeply.' }];
  const seen = new Map<string, SchemaProblem>();
  for (const { at, keyword, message } of failures.slice(0, MAX_PROBLEM_COUNT))
    seen.set(`${at} ${message}`, { at: `${below}${at}`, code: keyword, message });
  return [...seen.values()];
}
