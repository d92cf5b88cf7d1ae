/**
 * What the server asked in a session and how it was answered: its requests, and the input that its results and tasks asked
 * for (2026-07-28, basic/patterns/mrtr). Every event is looked at once.
 */
import { isObject, type IdKey } from '#shared/jsonrpc';
import type { MessageEvent } from '#shared/recording';
import type { Outcome } from '#shared/session';
import type { Question } from '../asks/question.ts';
import { exchangesOf, requestParams } from '../session/exchange-index.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

export interface Asked {
  /** Unique in the session. */
  readonly id: string;
  /** The event that asked. */
  readonly s: number;
  readonly t: number;
  /** The method of the request, or of the request that input was needed for. */
  readonly method: string;
  /** Id of the server's own request. */
  readonly key?: IdKey;
  /** What was asked, each under its key; a request of the server's own is one, under its method. */
  readonly questions: readonly (Question & { readonly key: string })[];
  /** Absent while nothing has come. */
  readonly answer?: {
    readonly s: number;
    readonly t: number;
    readonly outcome: Outcome;
    readonly by?: MessageEvent['by'];
    readonly value?: unknown;
  };
}

/** Things that are listed. */
const MOST = 100;

/** What was asked among the events that are shown, latest first, at most 100 of each kind. Reactive. */
export function asked(view: SessionView): Asked[] {
  const { shown } = view;
  return [...requests(view, shown), ...inputs(view, shown)].sort((a, b) => b.s - a.s);
}

function requests(view: SessionView, shown: number): Asked[] {
  const { log } = view;
  return exchangesOf(view)
    .fromServer(shown, MOST)
    .flatMap((operation): Asked[] => {
      if (operation.kind !== 'request') return [];
      const { method = '', opened, openedAt, closed, outcome, key } = operation;
      const params = requestParams(log, operation);
      const event = closed === undefined ? undefined : log.events[closed];
      const answer =
        event && outcome !== undefined
          ? {
              s: event.s,
              t: event.t,
              outcome,
              ...(event.k === 'message' && event.by !== undefined ? { by: event.by } : {}),
              value: event.k === 'message' ? answered(view, event.s, key) : undefined,
            }
          : undefined;
      return [
        {
          id: `request ${opened} ${key ?? ''}`,
          s: opened,
          t: openedAt,
          method,
          ...(key === undefined ? {} : { key }),
          questions: [{ key: method, method, params: isObject(params) ? params : {} }],
          ...(answer ? { answer } : {}),
        },
      ];
    });
}

/** The result or the error with which the client answered the request of this id. */
function answered(view: SessionView, s: number, key: IdKey | undefined): unknown {
  const decoded = view.log.decoded(s);
  for (const item of decoded?.kind === 'batch' ? decoded.items : [decoded])
    if (item?.kind === 'response' && item.key === key) return item.outcome === 'error' ? item.error : item.result;
  return undefined;
}

interface Seen {
  next: number;
  /** Events whose text speaks of input that is needed, and of input that is given. */
  readonly wanted: number[];
  readonly given: number[];
}
const seen = new WeakMap<SessionView, Seen>();

function look(view: SessionView): Seen {
  void view.version;
  let found = seen.get(view);
  if (!found) seen.set(view, (found = { next: 0, wanted: [], given: [] }));
  const { events } = view.log;
  for (; found.next < events.length; found.next++) {
    const event = events[found.next];
    if (event?.k !== 'message') continue;
    if (event.dir === 's2c' && event.raw?.includes('"inputRequests"')) found.wanted.push(event.s);
    else if (event.dir === 'c2s' && event.raw?.includes('"inputResponses"')) found.given.push(event.s);
  }
  return found;
}

function inputs(view: SessionView, shown: number): Asked[] {
  const { log } = view;
  const { wanted, given } = look(view);
  const list: Asked[] = [];
  for (const s of wanted) {
    const event = log.events[s];
    const response = log.decoded(s);
    if (!event || s >= shown || response?.kind !== 'response' || !isObject(response.result)) continue;
    const { inputRequests, taskId, resultType } = response.result;
    const operation = log.operationOf(s);
    if (!isObject(inputRequests) || (resultType !== 'input_required' && typeof taskId !== 'string')) continue;
    const questions = Object.entries(inputRequests).flatMap(([key, each]) =>
      isObject(each) && typeof each['method'] === 'string'
        ? [{ key, method: each['method'], params: isObject(each['params']) ? each['params'] : {} }]
        : [],
    );
    // A task says what it waits for each time it is asked.
    const before = list.at(-1);
    if (questions.length === 0 || (typeof taskId === 'string' && before?.id === `task ${taskId}`)) continue;
    const answer = given.find((at) => at > s && at < shown && answers(view, at, operation?.index, taskId));
    const params = answer === undefined ? undefined : paramsOf(view, answer);
    const answering = answer === undefined ? undefined : log.events[answer];
    list.push({
      id: typeof taskId === 'string' ? `task ${taskId}` : `input ${s}`,
      s,
      t: event.t,
      method: operation?.method ?? '',
      questions,
      ...(answering?.k === 'message'
        ? {
            answer: {
              s: answering.s,
              t: answering.t,
              outcome: 'result',
              ...(answering.by === undefined ? {} : { by: answering.by }),
              value: params?.['inputResponses'],
            },
          }
        : {}),
    });
  }
  return list.slice(-MOST);
}

/** True when a message gives the input that an operation or a task waits for. */
function answers(view: SessionView, s: number, operation: number | undefined, taskId: unknown): boolean {
  const params = paramsOf(view, s);
  if (!isObject(params?.['inputResponses'])) return false;
  return typeof taskId === 'string' ? params['taskId'] === taskId : view.log.operationOf(s)?.index === operation;
}

function paramsOf(view: SessionView, s: number): { readonly [name: string]: unknown } | undefined {
  const decoded = view.log.decoded(s);
  return decoded?.kind === 'request' && isObject(decoded.params) ? decoded.params : undefined;
}
