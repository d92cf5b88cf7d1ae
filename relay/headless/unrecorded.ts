/** Says of a session of a command that its recording lacks something. */
import type { RecordedSession } from './session.ts';

/** What the recording's file lacks, as a sentence; undefined when it is whole. */
export function unrecordedLine({ unrecorded }: Pick<RecordedSession, 'unrecorded'>): string | undefined {
  if (!unrecorded) return undefined;
  const { from, why, detail, events } = unrecorded;
  if (why === 'gone') return `The recording is not whole: its file was moved or deleted (${detail}).`;
  const gaps = events === undefined ? '' : ` ${events} events could not be recorded and are gaps.`;
  const missing = why === 'failed' ? ` Nothing from event ${from} on is on the disk (${detail}).` : '';
  return `The recording is not whole.${gaps}${missing}`;
}
