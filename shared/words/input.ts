/** What a message says of the rounds in which a request collects its input (2026-07-28, basic/patterns/mrtr), and of tasks. */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import type { SessionLog } from '#shared/session';
import type { Words } from './dictionary.ts';
import { oneLine } from './text.ts';

/** `needs input: size`, `gives size`, `became a task`, the status of a task; undefined for every other message. */
export function inputWords(log: SessionLog, s: number, words: Words): string | undefined {
  const decoded = log.decoded(s);
  const t = words.rows.input;
  if (decoded?.kind === 'response' && isObject(decoded.result)) return inputIn(decoded.result, words);
  if (decoded?.kind !== 'request' || !isObject(decoded.params)) return undefined;
  const { inputResponses, requestState } = decoded.params;
  if (isObject(inputResponses)) return t.gives(names(inputResponses));
  return typeof requestState === 'string' ? t.again : undefined;
}

/** What a result says of it. */
export function inputIn(result: JsonObject, { common, rows }: Words): string | undefined {
  const { resultType, inputRequests, taskId, status, task } = result;
  if (resultType === 'input_required') return rows.input.needs(names(inputRequests));
  if (resultType === 'task' || isObject(task)) return rows.input.task;
  if (typeof taskId !== 'string' || typeof status !== 'string') return undefined;
  return oneLine(isObject(inputRequests) ? `${status}${common.colon}${names(inputRequests)}` : status);
}

const names = (map: unknown): string => (isObject(map) ? oneLine(Object.keys(map).slice(0, 8).join(', ')) : '');
