/** What an operation has come to: its progress, and its result or error. */
import { defined } from '#shared/base';
import { isObject, textMember, type DecodedResponse } from '#shared/jsonrpc';
import type { Operation, Outcome, SessionLog } from '#shared/session';

export interface Progress {
  readonly token?: string | number;
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Why an operation ended without an answer: a limit that passed, or who took it back and why. */
export type Ending =
  | { readonly how: 'timeout'; readonly limit: 'idle' | 'total'; readonly ms: number }
  | { readonly how: 'cancelled'; readonly by: 'client' | 'server'; readonly reason?: string };

export interface Answer {
  /** Undefined while the operation is open. */
  readonly outcome?: Outcome;
  readonly response?: DecodedResponse;
  /** Exact text of the message that answered, where it is here whole and carries nothing else. */
  readonly raw?: string;
  /** Microseconds from the request to the answer. */
  readonly took?: number;
  readonly progress?: Progress;
  readonly ending?: Ending;
}

export function answerOf(log: SessionLog, operation: Operation): Answer {
  const { closed, closedAt, outcome, openedAt } = operation;
  const progress = progressOf(log, operation);
  if (closed === undefined || outcome === undefined) return defined({ progress });
  const decoded = log.decoded(closed);
  // A request that was sent again with input has got its result under another id.
  const response =
    decoded?.kind === 'batch'
      ? decoded.items.find((item) => item.kind === 'response' && item.key === operation.key)
      : decoded;
  const event = log.event(closed);
  const raw = decoded?.kind === 'response' && event?.k === 'message' && !event.large ? event.raw : undefined;
  return {
    outcome,
    took: (closedAt ?? openedAt) - openedAt,
    ...defined({ response: response?.kind === 'response' ? response : undefined, raw, progress }),
    ...endingOf(log, closed),
  };
}

function endingOf(log: SessionLog, s: number): Pick<Answer, 'ending'> {
  const event = log.event(s);
  if (event?.k === 'timeout') return { ending: { how: 'timeout', limit: event.limit, ms: event.ms } };
  const decoded = log.decoded(s);
  if (event?.k === 'http') return event.by === 'client' ? { ending: { how: 'cancelled', by: 'client' } } : {};
  if (event?.k !== 'message' || decoded?.kind !== 'notification') return {};
  const reason = isObject(decoded.params) ? decoded.params['reason'] : undefined;
  const by = event.dir === 'c2s' ? 'client' : 'server';
  return { ending: { how: 'cancelled', by, ...(typeof reason === 'string' && reason !== '' ? { reason } : {}) } };
}

/** The latest progress of an operation (basic/utilities/progress). Its events are in order, so the last ones are looked at. */
function progressOf(log: SessionLog, { events, opened, closed }: Operation): Progress | undefined {
  for (let at = events.length - 1; at >= 0; at--) {
    const s = events[at] ?? 0;
    if (s === closed || s === opened) continue;
    const decoded = log.decoded(s);
    if (decoded?.kind !== 'notification' || decoded.method !== 'notifications/progress') continue;
    const { params } = decoded;
    if (!isObject(params) || typeof params['progress'] !== 'number') continue;
    const { progress, total, progressToken: token } = params;
    const optional = {
      token: typeof token === 'string' || typeof token === 'number' ? token : undefined,
      total: typeof total === 'number' ? total : undefined,
      message: textMember(params, 'message'),
    };
    return { progress: progress as number, ...defined(optional) };
  }
  return undefined;
}
