/** What of a recording the clients of a mock used, and what they sent that it does not have. */
import { visibleText } from '#shared/plain-text';
import { callName } from './client-text.ts';
import { isOrdered } from './calls.ts';
import type { ClientCall, MockCall, MockPlan } from './types.ts';

/** Of each kind of call. */
const MAX_LISTED_COUNT = 100;

/** True for what must be sent as recorded: no handshake (varies), ping (always answered) or notification (never). */
export const isCounted = (call: Pick<ClientCall, 'kind' | 'method'>): boolean =>
  call.kind === 'text' || isOrdered(call);

export class Usage {
  readonly #used = new Set<MockCall>();
  readonly #unmatched: string[] = [];
  #missed = 0;

  use(call: MockCall): void {
    this.#used.add(call);
  }

  miss(words: string): void {
    this.#missed++;
    if (this.#unmatched.length < MAX_LISTED_COUNT) this.#unmatched.push(words);
  }

  /** What was called and not recorded, then what was recorded and not called, a line each; empty when there is neither. */
  lines({ calls }: MockPlan): readonly string[] {
    const unused = calls.filter((call) => isCounted(call) && !this.#used.has(call));
    return [
      ...section('called and not in the recording', this.#missed, this.#unmatched),
      ...section('in the recording and not called', unused.length, unused.slice(0, MAX_LISTED_COUNT).map(wordsOf)),
    ];
  }
}

function section(title: string, count: number, lines: readonly string[]): string[] {
  if (count === 0) return [];
  const more = count > lines.length ? [`  and ${count - lines.length} more`] : [];
  return [`${count} ${title}:`, ...lines.map((line) => `  ${line}`), ...more];
}

/** `event 12, tools/call echo`. */
function wordsOf(call: MockCall): string {
  const { s, kind } = call;
  const what = kind === 'batch' ? 'a batch' : kind === 'text' ? 'a text that is no message' : callName(call);
  return visibleText(`event ${s}, ${what}`.slice(0, 300));
}
