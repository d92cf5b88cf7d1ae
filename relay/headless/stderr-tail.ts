/** The last lines that a server wrote to its standard error: what a person would have seen beside a session that failed. */
import { visibleText } from '#shared/plain-text';
import { eventBytes, type EventList, type WireEvent } from '#shared/recording';

const MAX_TAIL_CHARS = 4000;
const MAX_TAIL_LINE_COUNT = 20;

/** What is no UTF-8 is shown as U+FFFD. */
const utf8 = new TextDecoder();

export class StderrTail {
  #text = '';
  #cut = false;

  take(event: WireEvent): void {
    // After a restart, the words of the last process count.
    if (event.k === 'connection' && event.event === 'restarted') this.#text = '';
    if (event.k !== 'stderr') return;
    const whole = `${this.#text}${event.text ?? utf8.decode(eventBytes(event))}`;
    this.#cut ||= whole.length > MAX_TAIL_CHARS;
    this.#text = whole.slice(-MAX_TAIL_CHARS);
  }

  /** The last lines, hidden characters as marks; empty when nothing was written. */
  get lines(): readonly string[] {
    const written = this.#text.trimEnd();
    if (written === '') return [];
    const lines = written.split(/\r?\n/);
    // The first may lack its beginning.
    const whole = this.#cut && lines.length > 1 ? lines.slice(1) : lines;
    return whole.slice(-MAX_TAIL_LINE_COUNT).map((line) => visibleText(line));
  }
}

/** The lines under a heading, as one warning; undefined when there are none. */
export function stderrWords(lines: readonly string[]): string | undefined {
  return lines.length === 0 ? undefined : ['Last lines of the server’s standard error:', ...lines].join('\n');
}

export function stderrOf(events: EventList): string | undefined {
  const tail = new StderrTail();
  for (const event of events) tail.take(event);
  return stderrWords(tail.lines);
}
