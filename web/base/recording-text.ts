import { encodeEnd, MEDIA_TYPE, recordLine, type RecordingHeader } from '#shared/recording';
import type { SessionLog } from '#shared/session';

/** A line each: header, events, and a footer unless the session goes on. `reason` is that of a footer that was read. */
export function recordingText(header: RecordingHeader, log: SessionLog, reason?: string): Blob {
  const lines: string[] = [encodeEnd(header)];
  for (const event of log.events) lines.push(recordLine(event));
  const ended = log.state.connection === 'closed' ? (log.state.closedBy ?? '') : reason;
  if (ended !== undefined) lines.push(encodeEnd({ footer: true, events: log.length, reason: ended }));
  return new Blob(
    lines.map((line) => `${line}\n`),
    { type: MEDIA_TYPE },
  );
}
