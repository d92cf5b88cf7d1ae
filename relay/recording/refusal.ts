/** What a terminal says of a file that can't be read. */
import { visibleText } from '#shared/plain-text';
import type { RecordingProblem } from '#shared/recording';

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
