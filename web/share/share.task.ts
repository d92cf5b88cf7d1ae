/** Finds secrets and writes exports away from the page: a long recording takes its seconds. */
import { eventsOfPart, toHtml, toText } from '#shared/export';
import { FORMATS, type ExportFormat } from '#shared/formats';
import {
  eventAt,
  firstEvent,
  MEDIA_TYPE,
  type Recorded,
  recordingLines,
  selectEvents,
  type WireEvent,
} from '#shared/recording';
import {
  planRedaction,
  redact,
  type Place,
  type RedactionPlan,
  type RedactionRules,
  type Secret,
} from '#shared/redact';
import { wordsIn, type Language } from '#shared/words';
import { recordedIn } from '../base/plain-bytes.ts';

/** Events that go along: all of them, a range (both ends included), or a list in ascending order. */
export type Part =
  | { readonly kind: 'all' }
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | { readonly kind: 'list'; readonly events: readonly number[] };

interface ExportOptions {
  readonly format: ExportFormat;
  /** Replace the secrets of the last plan, but those with these keys. Without it nothing is replaced. */
  readonly redact?: { readonly keep: readonly number[] };
  /** Draw the operations in place of the sequence diagram. */
  readonly operations: boolean;
  readonly theme: 'light' | 'dark';
  readonly language: Language;
  readonly gzip: boolean;
  /** The page's viewer, for `html`. */
  readonly viewer?: string;
}

const MOST_PLACES_SHOWN = 5;
const MAX_VALUE_CHARS = 200;

let recorded: Recorded | undefined;
/** True for the events that go along; undefined when all do. */
let goesAlong: ((event: WireEvent) => boolean) | undefined;
let plan: RedactionPlan = { secrets: [], refused: [] };
/** Keys of the secrets that were ever found, by rule and whole value. */
const keys = new Map<string, number>();

export async function read(file: Blob, part: Part) {
  recorded = (await recordedIn(file)).recorded;
  goesAlong = part.kind === 'all' ? undefined : eventsOfPart(recorded, inPart(part));
  const { events } = partWanted(recorded);
  /** `http`: there are exchanges over HTTP, without which there is no HAR file. */
  return { events: events.length, http: firstEvent(events, ({ k }) => k === 'http') !== undefined };
}

export function planFor(rules: RedactionRules) {
  // In the whole of it, because a part may lack what gives a secret away.
  const from = loaded();
  plan = planRedaction(from, rules);
  const isShared = ({ s }: Place): boolean => {
    const event = eventAt(from.events, s);
    return !event || !goesAlong || goesAlong(event);
  };
  const found = plan.secrets.flatMap((secret) => {
    const { placeholder, rule, value } = secret;
    const shared = secret.places.filter(isShared);
    if (shared.length === 0) return [];
    /** `s`: the event, -1 for the first line of the file. */
    const places = shared
      .slice(0, MOST_PLACES_SHOWN)
      .map((place) => ({ s: place.s, path: whereOf(from, place), ...excerpt(from, place) }));
    const count = shared.length;
    return [{ key: keyOf(secret), placeholder, rule, value: value.slice(0, MAX_VALUE_CHARS), count, places }];
  });
  return { found, refused: plan.refused, title: redact({ header: from.header, events: [] }, plan).header.title };
}

/** A secret that was found, cut to what a preview shows. */
export type FoundSecret = ReturnType<typeof planFor>['found'][number];

/** The number that a secret keeps when others are found beside it; what another rule finds is chosen anew. */
function keyOf({ rule, value }: Secret): number {
  const told = JSON.stringify([rule, value]);
  let key = keys.get(told);
  if (key === undefined) keys.set(told, (key = keys.size));
  return key;
}

/** The placeholders, in the last plan, of the secrets with these keys. */
function placeholdersOf(kept: readonly number[]): ReadonlySet<string> {
  const wanted = new Set(kept);
  return new Set(plan.secrets.filter((secret) => wanted.has(keyOf(secret))).map(({ placeholder }) => placeholder));
}

function loaded(): Recorded {
  if (!recorded) throw new Error('nothing was loaded');
  return recorded;
}

function inPart(part: Exclude<Part, { kind: 'all' }>): (event: WireEvent) => boolean {
  if (part.kind === 'range') return ({ s }) => s >= part.from && s <= part.to;
  const wanted = new Set(part.events);
  return ({ s }) => wanted.has(s);
}

/** The events that go along, cut out of the recording, or of its copy without secrets. */
function partWanted(whole: Recorded): Recorded {
  return goesAlong ? selectEvents(whole, goesAlong) : whole;
}

export async function write(options: ExportOptions): Promise<Blob> {
  const whole = loaded();
  const what = partWanted(options.redact ? redact(whole, plan, placeholdersOf(options.redact.keep)) : whole);
  const words = await wordsIn(options.language);
  switch (options.format) {
    case 'recording': {
      const lines: string[] = [];
      for (const line of recordingLines(what)) lines.push(line, '\n');
      const text = new Blob(lines, { type: MEDIA_TYPE });
      if (!options.gzip) return text;
      return new Response(text.stream().pipeThrough(new CompressionStream('gzip'))).blob();
    }
    case 'html':
      return new Blob([await toHtml(options.viewer ?? '', what)], { type: 'text/html' });
    default: {
      const text = await toText(options.format, what, { ...options, words });
      if (text === undefined) throw new Error('no-http');
      return new Blob([text], { type: FORMATS[options.format].file[1] ?? '' });
    }
  }
}

/** Units shown on each side. */
const AROUND = 32;

/** The text before and after a place, on one line. Empty where there is no text at that place, as in base64. */
function excerpt(recorded: Recorded, place: Place): { readonly before: string; readonly after: string } {
  let at: unknown = place.s < 0 ? recorded.header : eventAt(recorded.events, place.s);
  for (const name of place.path)
    at =
      typeof at === 'object' && at !== null ? (at as { readonly [name: string | number]: unknown })[name] : undefined;
  if (typeof at !== 'string' || place.path.at(-1) === 'b64') return { before: '', after: '' };
  const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
  const start = Math.max(0, place.from - AROUND);
  const end = Math.min(at.length, place.to + AROUND);
  return {
    before: `${start > 0 ? '…' : ''}${oneLine(at.slice(start, place.from))}`,
    after: `${oneLine(at.slice(place.to, end))}${end < at.length ? '…' : ''}`,
  };
}

/** Where a place is, for people: the name of a header, or the path in the event's line. */
function whereOf(recorded: Recorded, { s, path }: Place): string {
  const event = eventAt(recorded.events, s);
  const [first, index] = path;
  const pair = event?.k === 'http' && first === 'headers' ? event.headers?.[Number(index)] : undefined;
  return pair?.[0] ?? path.join('.');
}
