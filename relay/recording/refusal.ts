/** What a terminal says of a file that can't be read, or not to its end. */
import { visibleText } from '#shared/plain-text';
import type { RecordingProblem } from '#shared/recording';

/** Why nothing of a file could be read, as a sentence. */
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
      return `${damageOf(path, problem)}.`;
  }
}

/** Why less than a whole recording was read, as the beginning of a sentence; undefined when it is whole. A damaged line is named. */
export function shortOf(
  path: string,
  { cutShort, problem }: { readonly cutShort: boolean; readonly problem?: RecordingProblem },
): string | undefined {
  if (problem) return damageOf(path, problem);
  return cutShort ? `${path} ends early` : undefined;
}

function damageOf(path: string, { line, code, detail }: RecordingProblem): string {
  // The detail may be the line's own beginning.
  return `${path} is damaged at line ${line} (${code}: ${visibleText(detail)})`;
}
