/** How the reading of a recording's file ended. */
import type { ReadSummary, RecordingProblem } from '#shared/recording';

export type ReadProblem = RecordingProblem | 'cut-short';

export interface FileEnding {
  /** What could not be read of it. */
  readonly problem?: ReadProblem | undefined;
  /** Why its session ended, where the file says so. */
  readonly reason?: string | undefined;
}

/** What a reader's summary says of the file's end; `broken` when its bytes ended before the file did. */
export function endingOf({ problems, cutShort, footer }: ReadSummary, broken = false): FileEnding {
  return { problem: problems[0] ?? (cutShort || broken ? 'cut-short' : undefined), reason: footer?.reason };
}
