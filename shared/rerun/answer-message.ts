/** The messages that answer requests, each by itself where it came in a batch. */
import { MessagesByKey, parsedJson, type Decoded, type IdKey } from '#shared/jsonrpc';
import type { Operation, SessionLog, TaskState } from '#shared/session';

/** The answer to request `key` in `text`, decoded as `decoded`; else undefined. For many keys, share `messages`. */
export function answerMessage(
  text: string,
  decoded: Decoded | undefined,
  key: IdKey,
  messages = new MessagesByKey(),
): string | undefined {
  const item = messages.response(decoded, key);
  if (!item || decoded?.kind !== 'batch') return item && text;
  const { id, outcome } = item;
  return JSON.stringify({ jsonrpc: '2.0', id, [outcome]: item[outcome] });
}

export const taskOf = ({ state }: SessionLog, op: number): TaskState | undefined =>
  [...state.tasks.values()].find((each) => each.op === op);

/** The JSON text of the message that answered an operation, or with `task` gave the result of its task; undefined when none did. */
export function answerTo(
  log: SessionLog,
  { index, key, closed }: Operation,
  task: boolean | undefined,
  messages?: MessagesByKey,
): string | undefined {
  const event = log.event((task ? taskOf(log, index)?.resultS : closed) ?? -1);
  if (event?.k !== 'message' || event.dir !== 's2c') return undefined;
  if (event.raw === undefined || parsedJson(event.raw) === undefined) return undefined;
  return task || key === undefined ? event.raw : answerMessage(event.raw, log.decoded(event.s), key, messages);
}
