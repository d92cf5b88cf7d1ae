/** What is not whole of a file that a command read, as every output of the command tells it. */
import { isLoss, type ReadSummary, type RecordingProblem, type WireEvent } from '#shared/recording';
import { visibleText } from '#shared/plain-text';

/** For machines. A whole file has none. */
export interface FileDamage {
  readonly file: string;
  /** Places that can't be read or are malformed, and the first of them: their lines and codes. */
  readonly places: number;
  readonly lines: readonly { readonly line: number; readonly code: RecordingProblem['code'] }[];
  /** Events that are known to be missing, also from an original of which this is a copy. */
  readonly missing: number;
  /** It has no end: the session was live, or its recording stopped. */
  readonly cutShort: boolean;
  /** Another process is still writing it: then it has no end yet, and that is no damage. */
  readonly live: boolean;
}

const MAX_LINE_COUNT = 20;

export function fileDamage(
  file: string,
  { problems, damage, cutShort }: Pick<ReadSummary, 'problems' | 'damage' | 'cutShort'>,
  events: Iterable<WireEvent>,
  live = false,
): FileDamage | undefined {
  let missing = 0;
  for (const event of events) if (isLoss(event)) missing += event.events ?? 1;
  if (!damage && missing === 0 && !cutShort) return undefined;
  const lines = problems.slice(0, MAX_LINE_COUNT).map(({ line, code }) => ({ line, code }));
  return { file, places: damage?.places ?? 0, lines, missing, cutShort, live };
}

export const isDamaged = ({ places, missing, cutShort, live }: FileDamage): boolean =>
  places + missing > 0 || (cutShort && !live);

/** For a person. The text of a damaged line is not in it: that may hold a secret. */
export function damageSentence({ file, places, lines: [first], missing, cutShort, live }: FileDamage): string {
  const others = places === 2 ? ' and in 1 other place' : places > 2 ? ` and in ${places - 1} other places` : '';
  const parts = [
    ...(first ? [`is damaged at line ${first.line} (${first.code})${others}`] : []),
    ...(missing > 0 ? [`lacks ${missing === 1 ? '1 event' : `${missing} events`}`] : []),
    ...(live ? ['is still being written'] : cutShort ? ['ends early'] : []),
  ];
  return `${file} ${parts.join(', ')}; everything else is read.`;
}

export function refusalOf(
  path: string,
  problem: RecordingProblem | { readonly code: 'unreadable'; readonly detail: string },
): string {
  switch (problem.code) {
    case 'unreadable':
      return `${path} can’t be read: ${problem.detail}.`;
    case 'not-a-recording':
      return `${path} is neither a recording nor a file of another tool with MCP messages.`;
    case 'from-the-future':
      return `${path} was made by a newer version of this program (format ${problem.detail}).`;
    default:
      // The detail may be the line's own beginning.
      return `${path} is damaged at line ${problem.line} (${problem.code}: ${visibleText(problem.detail)}).`;
  }
}
