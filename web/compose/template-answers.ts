/** Answers to start from: for every open request of the server, for input it asks for, and for requests it did not send. */
import { answerText, giveInput, requestText, type RequestFacts } from '#shared/driver';
import { showIdKey } from '#shared/jsonrpc';
import { exampleValue, methodsOf } from '#shared/mcp';
import type { AwaitedInput, SessionState } from '#shared/session';
import type { Template } from './template.ts';

/** Smallest results of the requests that a server sends; every other one is answered with an empty result. */
const RESULTS: { readonly [method: string]: string } = {
  'roots/list': '{"roots":[]}',
  'sampling/createMessage':
    '{"role":"assistant","content":{"type":"text","text":""},"model":"by-hand","stopReason":"endTurn"}',
  'elicitation/create': '{"action":"accept","content":{}}',
  'tasks/list': '{"tasks":[]}',
  'tasks/get':
    '{"taskId":"task-1","status":"working","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":60000}',
  'tasks/cancel':
    '{"taskId":"task-1","status":"cancelled","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":60000}',
};
const REFUSED = '{"code":-1,"message":"Rejected by the user"}';

function resultFor(method: string, params: unknown): string {
  const schema = method === 'elicitation/create' ? (params as { requestedSchema?: unknown } | undefined) : undefined;
  if (schema?.requestedSchema !== undefined)
    return JSON.stringify({ action: 'accept', content: exampleValue(schema.requestedSchema) });
  return RESULTS[method] ?? '{}';
}

export function openAnswers(state: Readonly<SessionState>): Template[] {
  return [...state.pending.values()].flatMap(({ dir, key, method = '', params }): Template[] => {
    if (dir !== 's2c' || key === undefined) return [];
    return (['result', 'error'] as const).map((outcome) => ({
      group: 'answer',
      key: `${outcome} ${key}`,
      method,
      answers: { id: showIdKey(key), outcome },
      text: answerText(key, outcome, outcome === 'error' ? REFUSED : resultFor(method, params)),
    }));
  });
}

/** The input that results and tasks wait for: the request again, or the task's update. */
export function inputAnswers(facts: RequestFacts): Template[] {
  return [...facts.state.awaited.values()].flatMap((awaited): Template[] => {
    const text = inputText(facts, awaited);
    const method = awaited.taskId === undefined ? (awaited.pending.method ?? '') : 'tasks/update';
    return text === undefined ? [] : [{ group: 'input', key: `input ${awaited.op}`, method, text }];
  });
}

function inputText(facts: RequestFacts, awaited: AwaitedInput): string | undefined {
  const responses = Object.fromEntries(
    Object.entries(awaited.requests).map(([key, { method, params }]) => [key, resultFor(method, params)]),
  );
  const [command] = giveInput(facts.state, awaited, responses);
  if (command?.do === 'send') return command.text;
  return command?.do === 'request' ? requestText(facts, command.method, command.params) : undefined;
}

/** Answers to requests that the server did not send: what it makes of those is worth knowing. */
export function unaskedAnswers(state: Readonly<SessionState>, revision: string): Template[] {
  const results = methodsOf(revision, 'server')
    .filter(({ kind }) => kind === 'request')
    .map(({ method }): Template => {
      const text = `{"jsonrpc":"2.0","id":${state.nextId},"result":${resultFor(method, undefined)}}`;
      return { group: 'unasked', key: `unasked ${method}`, method, text };
    });
  const text = `{"jsonrpc":"2.0","id":${state.nextId},"error":{"code":-32603,"message":"Internal error"}}`;
  return [...results, { group: 'unasked', key: 'unasked error', method: 'error', text }];
}
