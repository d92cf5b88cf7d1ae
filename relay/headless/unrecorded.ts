/** Says of a session of a command that its recording lacks something. */
import type { RecordedSession } from './session.ts';

/** What the recording's file lacks, as a sentence; undefined when it is whole. */
export function unrecordedLine({ unrecorded }: Pick<RecordedSession, 'unrecorded'>): string | undefined {
  if (!unrecorded) return undefined;
  const { from, why, detail, events } = unrecorded;
  if (why === 'gone') return `The recording is incomplete: its file was moved or deleted (${detail}).`;
  const gaps = events === undefined ? '' : ` ${events} events could not be recorded and are missing.`;
  const missing = why === 'failed' ? ` Nothing was written from event ${from} on (${detail}).` : '';
  return `The recording is incomplete.${gaps}${missing}`;
}
