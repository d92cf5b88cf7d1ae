/** The messages of a report: what the client sent, in order, and what the findings are about. */
import { formatJson } from '#shared/jsonrpc';
import { textOf, type MessageEvent, type Recorded } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { countOf } from './figures.ts';
import { fenced } from './markdown-text.ts';

/** Characters of a single message, and of all in one part of the report. */
const LONGEST = 4000;
const ALL = 30_000;

/** Everything that the client sent as lines to send again, exactly as they were. */
export function reproduction({ header, events }: Recorded): string {
  const lines: string[] = [];
  let length = 0;
  let left = 0;
  for (const event of events) {
    if (event.k !== 'message' || event.dir !== 'c2s') continue;
    const raw = event.b64 === undefined ? (event.raw ?? '') : `(base64) ${event.b64}`;
    if (left > 0 || raw.length > LONGEST || length + raw.length > ALL) {
      left++;
      continue;
    }
    lines.push(raw);
    length += raw.length + 1;
  }
  if (lines.length + left === 0) return 'The client sent nothing.';
  const where =
    header.connection.transport === 'stdio' ? 'the server’s standard input, a line each' : 'the address above';
  const rest = left === 0 ? [] : [`${countOf(left, 'further message is', 'further messages are')} in the recording.`];
  return [`These messages were sent to ${where}:`, fenced(lines.join('\n'), 'json', ALL + LONGEST), ...rest].join(
    '\n\n',
  );
}

/** The messages that findings are about, each with the request it answers; nothing when there are none. */
export function relevantMessages(log: SessionLog, findings: readonly number[]): string[] {
  const wanted = new Set<number>();
  for (const s of findings) {
    const operation = log.operationOf(s);
    if (operation) wanted.add(operation.opened);
    if (log.events[s]?.k === 'message') wanted.add(s);
  }
  const parts: string[] = [];
  let length = 0;
  for (const s of [...wanted].sort((a, b) => a - b)) {
    const event = log.events[s];
    if (event?.k !== 'message' || length > ALL) continue;
    const block = messageBlock(event, log.notes[s]?.kind);
    length += block.length;
    parts.push(`Event ${s}, ${event.dir === 'c2s' ? 'client → server' : 'server → client'}:\n\n${block}`);
  }
  return parts.length === 0 ? [] : ['## Messages', ...parts];
}

function messageBlock(event: MessageEvent, kind: string | undefined): string {
  if (event.b64 !== undefined) return fenced(event.b64, 'base64', LONGEST);
  const text = textOf(event);
  // Laying out what is no JSON would hide what is wrong with it; what is shown in part only is left as it is.
  if (kind === 'malformed') return fenced(text, 'text', LONGEST);
  return text.length > LONGEST ? fenced(text, 'json', LONGEST) : fenced(formatJson(text), 'json', LONGEST * 4);
}
