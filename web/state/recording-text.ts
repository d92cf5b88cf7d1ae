/** A log in this page's memory as the bytes of a recording file. */
import { encodeEnd, encodeEvent, type RecordingHeader } from '#shared/recording';
import type { SessionLog } from '#shared/session';

/** Header, events and footer, a line each. A session that goes on gets no footer: the file is cut short, and says so. */
export function recordingText(header: RecordingHeader, log: SessionLog): Blob {
  const lines: string[] = [encodeEnd(header)];
  for (const event of log.events) lines.push(encodeEvent(event));
  if (log.state.connection === 'closed')
    lines.push(encodeEnd({ footer: true, events: log.length, reason: log.state.closedBy ?? '' }));
  return new Blob(
    lines.map((line) => `${line}\n`),
    { type: 'application/x-ndjson' },
  );
}
