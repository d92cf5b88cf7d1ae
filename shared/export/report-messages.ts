/** The messages of a report: what the client sent, in order, and what the findings are about. */
import { formatJson } from '#shared/jsonrpc';
import { textOf, type MessageEvent, type Recorded } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import type { Words } from '#shared/words';
import { fenced } from './markdown-text.ts';

const MAX_MESSAGE_CHARS = 4000;
const MAX_TOTAL_CHARS = 30_000;

/** Everything that the client sent as lines to send again, exactly as they were. */
export function reproduction({ header, events }: Recorded, { report: t }: Words): string {
  const lines: string[] = [];
  let length = 0;
  let left = 0;
  for (const event of events) {
    if (event.k !== 'message' || event.dir !== 'c2s') continue;
    const raw = event.b64 === undefined ? (event.raw ?? '') : `(base64) ${event.b64}`;
    if (left > 0 || raw.length > MAX_MESSAGE_CHARS || length + raw.length > MAX_TOTAL_CHARS) {
      left++;
      continue;
    }
    lines.push(raw);
    length += raw.length + 1;
  }
  if (lines.length + left === 0) return t.sentNothing;
  const rest = left === 0 ? [] : [t.further(left)];
  const heading = t.sent(t.sentTo[header.connection.transport]);
  return [heading, fenced(lines.join('\n'), 'json', MAX_TOTAL_CHARS + MAX_MESSAGE_CHARS), ...rest].join('\n\n');
}

/** The messages that findings are about, each with the request it answers; nothing when there are none. */
export function relevantMessages(log: SessionLog, findings: readonly number[], words: Words): string[] {
  const wanted = new Set<number>();
  for (const s of findings) {
    const operation = log.operationOf(s);
    if (operation) wanted.add(operation.opened);
    if (log.events[s]?.k === 'message') wanted.add(s);
  }
  const { common, report } = words;
  const parts: string[] = [];
  let length = 0;
  for (const s of [...wanted].sort((a, b) => a - b)) {
    const event = log.events[s];
    if (event?.k !== 'message' || length > MAX_TOTAL_CHARS) continue;
    const block = messageBlock(event, log.notes[s]?.kind);
    length += block.length;
    const way = event.dir === 'c2s' ? common.clientToServer : common.serverToClient;
    parts.push(`${report.message(s, way)}\n\n${block}`);
  }
  return parts.length === 0 ? [] : [`## ${report.messages}`, ...parts];
}

function messageBlock(event: MessageEvent, kind: string | undefined): string {
  if (event.b64 !== undefined) return fenced(event.b64, 'base64', MAX_MESSAGE_CHARS);
  const text = textOf(event);
  // Laying out what is no JSON would hide what is wrong with it; what is shown in part only is left as it is.
  if (kind === 'malformed') return fenced(text, 'text', MAX_MESSAGE_CHARS);
  return text.length > MAX_MESSAGE_CHARS
    ? fenced(text, 'json', MAX_MESSAGE_CHARS)
    : fenced(formatJson(text), 'json', MAX_MESSAGE_CHARS * 4);
}
