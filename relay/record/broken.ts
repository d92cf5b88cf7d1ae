/** What a server wrote that is no message, or a broken one: what people record a session for. */
import type { Fault } from '#shared/jsonrpc';
import { visibleText } from '#shared/plain-text';
import { textOf } from '#shared/recording';
import type { RecordedSession } from '../headless/index.ts';

export interface Broken {
  readonly count: number;
  readonly events: readonly number[];
  readonly faults: { readonly [fault in Fault]?: number };
  /** Messages that some client will fail at; the others are only unusual. */
  readonly serious: number;
  readonly texts: readonly string[];
}

/** Clients accept these; an error without an id responds to what had none (JSON-RPC 2.0, section 5). */
const ODD: ReadonlySet<Fault> = new Set([
  'carriage-return',
  'hidden-characters',
  'unsafe-number',
  'deep-nesting',
  'null-id',
]);

const MAX_EVENT_COUNT = 20;
const MAX_TEXT_COUNT = 3;
const MAX_QUOTE_CHARS = 160;

/** Watch a session from here on; the result gives what was found so far, undefined if nothing. */
export function watchBroken(session: RecordedSession): () => Broken | undefined {
  const events: number[] = [];
  const faults: { [fault in Fault]?: number } = {};
  const texts: string[] = [];
  let count = 0;
  let serious = 0;
  session.watch((event, note) => {
    if (event.k !== 'message' || event.dir !== 's2c' || note.faults.length === 0) return;
    count++;
    if (events.length < MAX_EVENT_COUNT) events.push(event.s);
    // The body of an HTTP error is arbitrary: of the server, or of a proxy before it.
    const status = event.x === undefined ? 200 : (session.state.exchanges.get(event.x)?.status ?? 200);
    if (status < 300 && note.faults.some((fault) => !ODD.has(fault))) {
      serious++;
      const text = textOf(event);
      if (texts.length < MAX_TEXT_COUNT)
        texts.push(text.length > MAX_QUOTE_CHARS ? `${text.slice(0, MAX_QUOTE_CHARS)}…` : text);
    }
    for (const fault of new Set(note.faults)) faults[fault] = (faults[fault] ?? 0) + 1;
  });
  return () => (count === 0 ? undefined : { count, events, faults, serious, texts });
}

/** `Broken messages of the server: 2 (not-json 2), at events 4, 7`, and a line for each text that is quoted. */
export function brokenLine({ count, events, faults, texts }: Broken): string {
  const kinds = Object.entries(faults).map(([fault, times]) => `${fault} ${times}`);
  const more = count > events.length ? '…' : '';
  const where = `at ${count === 1 ? 'event' : 'events'} ${events.join(', ')}${more}`;
  const quoted = texts.map((text) => `\n  ${visibleText(text)}`);
  return `Malformed messages from the server: ${count} (${kinds.join(', ')}), ${where}${quoted.length > 0 ? ':' : '.'}${quoted.join('')}`;
}
