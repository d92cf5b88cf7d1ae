/** What is answered without asking the person: the server's requests, one by one or as the input that a result asks for. */
import { isObject, type JsonObject, memberText, scanJson, type IdKey } from '#shared/jsonrpc';
import { boundedExample, ErrorCode, isShort } from '#shared/mcp';
import type { AwaitedInput, SessionState } from '#shared/session';
import type { Asked, Command } from './command.ts';
import type { ElicitationPolicy, ModelEndpoint, Policy } from './policy.ts';

/** Automatic retries of a request with the input it asks for; a server may ask for ever. */
export const MAX_ROUND_COUNT = 20;

/** The text of an answer to the server's request `key`, from the JSON text of its result or error. The id keeps its digits. */
export function answerText(key: string, outcome: 'result' | 'error', json: string): string {
  const id = key.startsWith('s:') ? JSON.stringify(key.slice(2)) : key.slice(2);
  return `{"jsonrpc":"2.0","id":${id},"${outcome}":${json}}`;
}

/** What the policy answers to a request of the server: the JSON text of a result, a model to ask, or nothing. */
export function policyAnswer(
  method: string | undefined,
  params: unknown,
  policy: Policy,
): string | ModelEndpoint | undefined {
  const { sampling, elicitation } = policy;
  switch (method) {
    case 'ping':
      return policy.ping ? '{}' : undefined;
    case 'roots/list':
      return policy.answerRoots ? JSON.stringify({ roots: policy.roots }) : undefined;
    case 'sampling/createMessage':
      return sampling.mode === 'auto' ? sampling.answer : sampling.mode === 'model' ? sampling.endpoint : undefined;
    case 'elicitation/create':
      if (elicitation.mode === 'auto') return elicitation.answer;
      return elicitation.mode === 'ask' ? undefined : formAnswer(params, elicitation);
    default:
      return undefined;
  }
}

/**
 * The answer that was given for such a message, else accept a form as it is filled in when it opens, or decline one that can't be
 * filled in. A URL is the person's to open (2025-11-25, client/elicitation). Undefined leaves it to the person.
 */
function formAnswer(
  params: unknown,
  { mode, given = [], url }: Extract<ElicitationPolicy, { mode: 'defaults' | 'given' }>,
): string | undefined {
  if (!isObject(params)) return undefined;
  const { message } = params;
  const own = typeof message === 'string' ? given.find((each) => message.includes(each.message)) : undefined;
  if (own || mode === 'given') return own?.answer;
  if (params['mode'] === 'url') return url;
  const schema = params['requestedSchema'] ?? { type: 'object' };
  const { value, cut } = boundedExample(schema);
  // A form that asks for a text of megabytes, or nests for ever, is the person's to answer.
  if (cut || !isShort(value)) return undefined;
  const content = fittingIn(schema, value);
  return JSON.stringify(content ? { action: 'accept', content } : { action: 'decline' });
}

/** The content without optional parts that don't fit. Undefined for no object, or when a required field contradicts its limits. */
function fittingIn(schema: unknown, content: unknown): JsonObject | undefined {
  if (!isObject(schema) || !isObject(content)) return undefined;
  const { properties, required } = schema;
  const fields = isObject(properties) ? properties : {};
  const fitting = new Map(Object.entries(content).filter(([name, value]) => fits(fields[name], value)));
  const isWhole = !Array.isArray(required) || required.every((name) => typeof name !== 'string' || fitting.has(name));
  return isWhole ? Object.fromEntries(fitting) : undefined;
}

/** Whether a value fits a field of a form, which is flat (2025-11-25, client/elicitation#requested-schema). */
function fits(field: unknown, value: unknown): boolean {
  if (!isObject(field)) return true;
  const { type, items, minLength, maxLength, minimum, maximum, minItems, maxItems } = field;
  if (choicesOf(field)?.has(value) === false) return false;
  const within = (size: number, least: unknown, most: unknown): boolean =>
    !(typeof least === 'number' && size < least) && !(typeof most === 'number' && size > most);
  switch (type) {
    case 'string':
      return typeof value === 'string' && within([...value].length, minLength, maxLength);
    case 'number':
    case 'integer':
      return (
        (type === 'number' ? typeof value === 'number' : Number.isInteger(value)) &&
        within(Number(value), minimum, maximum)
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'array': {
      const choices = choicesOf(items);
      return (
        Array.isArray(value) &&
        within(value.length, minItems, maxItems) &&
        value.every((each) => choices?.has(each) !== false)
      );
    }
    default:
      return true;
  }
}

/** What may be chosen, with titles or without. */
function choicesOf(field: unknown): ReadonlySet<unknown> | undefined {
  if (!isObject(field)) return undefined;
  if (Array.isArray(field['enum'])) return new Set(field['enum']);
  const titled = field['oneOf'] ?? field['anyOf'];
  const isTitled = Array.isArray(titled) && titled.every((each) => isObject(each) && each['const'] !== undefined);
  return isTitled ? new Set(titled.map((each: JsonObject) => each['const'])) : undefined;
}

/** Answer a request that the server sent, or refuse it where the policy says that nobody else will answer. */
export function answerRequest(
  key: IdKey | undefined,
  method: string | undefined,
  params: unknown,
  policy: Policy,
): Command[] {
  if (key === undefined) return [];
  const answer = policyAnswer(method, params, policy);
  if (answer === undefined) return refusal(key, method, params, policy);
  if (typeof answer !== 'string') return [{ do: 'model', endpoint: answer, params, answers: { key } }];
  return [{ do: 'send', text: answerText(key, 'result', answer) }];
}

function refusal(key: IdKey, method = '', params: unknown, { refuseAllBut, elicitation }: Policy): Command[] {
  if (!refuseAllBut || refuseAllBut.includes(method)) return [];
  // The method is there, and has nothing to go by.
  const unread = method === 'elicitation/create' && elicitation.mode !== 'ask' && !isObject(params);
  const error = JSON.stringify(
    unread
      ? { code: ErrorCode.InvalidParams, message: `Invalid params of ${method}` }
      : { code: ErrorCode.MethodNotFound, message: `Method not found: ${method}` },
  );
  return [{ do: 'send', text: answerText(key, 'error', error) }];
}

/** Answer what a result or a task asks for, when the policy has an answer to all of it. */
export function answerInput(state: Readonly<SessionState>, awaits: AwaitedInput, policy: Policy): Command[] {
  const task = awaits.taskId === undefined ? undefined : state.tasks.get(awaits.taskId);
  const rounds = (awaits.taskId === undefined ? awaits.pending.rounds : task?.rounds) ?? 0;
  if (!policy.retryInput || rounds >= MAX_ROUND_COUNT) return [];
  const answers = Object.entries(awaits.requests).map(
    ([input, { method, params }]) => [input, params, policyAnswer(method, params, policy)] as const,
  );
  if (answers.some(([, , answer]) => answer === undefined)) return [];
  const texts: [string, string][] = [];
  const models: Command[] = [];
  for (const [input, params, answer] of answers) {
    if (typeof answer === 'string') texts.push([input, answer]);
    else if (answer)
      models.push({
        do: 'model',
        endpoint: answer,
        params,
        answers: { op: awaits.op, s: awaits.s, input } satisfies Asked,
      });
  }
  // The host asks the models and gives the input when it has all of it.
  return models.length > 0 ? models : giveInput(state, awaits, Object.fromEntries(texts));
}

/** Send the input: repeat the request, or update the task. `responses` are JSON texts by the keys of the requests. */
export function giveInput(
  state: Readonly<SessionState>,
  awaits: AwaitedInput,
  responses: { readonly [key: string]: string },
): Command[] {
  const map = `{${Object.entries(responses)
    .map(([key, json]) => `${JSON.stringify(key)}:${json}`)
    .join(',')}}`;
  if (awaits.taskId !== undefined) {
    const params = `{"taskId":${JSON.stringify(awaits.taskId)},"inputResponses":${map}}`;
    return [{ do: 'request', method: 'tasks/update', params }];
  }
  const text = repeatText(awaits, map, state.nextId);
  return text === undefined ? [] : [{ do: 'send', text }];
}

/**
 * The request of `awaits` again, with a new id, the input as JSON text and the server's state byte for byte (2026-07-28,
 * basic/patterns/mrtr). Everything else in it stays as it was written. Undefined when its text was not kept.
 */
function repeatText(awaits: AwaitedInput, inputResponses: string | undefined, id: number): string | undefined {
  const { pending, requestState } = awaits;
  const params = memberText(pending.text ?? '', ['params']);
  if (params === undefined) return undefined;
  const scan = scanJson(params);
  if (scan.root !== 'object') return undefined;
  const members = scan.members
    .filter(({ key }) => key !== 'inputResponses' && key !== 'requestState')
    .map(({ key, start, end }) => `${JSON.stringify(key)}:${params.slice(start, end)}`);
  if (inputResponses !== undefined && inputResponses !== '{}') members.push(`"inputResponses":${inputResponses}`);
  if (requestState !== undefined) members.push(`"requestState":${requestState}`);
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(pending.method)},"params":{${members.join(',')}}}`;
}
