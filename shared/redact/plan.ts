/** Finds secrets in two passes: rules find values in place, then each telling value is looked for in every text. Changes nothing. */
import { countBefore } from '#shared/base';
import { eventAt, fromBase64, PLACEHOLDER, type Recorded } from '#shared/recording';
import { secretSegments } from './find-addresses.ts';
import { bytesView } from './bytes-view.ts';
import { encodedView, findInHeader, mirrored } from './find-headers.ts';
import { memberValues } from './find-members.ts';
import { isSecretOption } from './find-named.ts';
import { findInText, standsIn } from './find-text.ts';
import { Findings, type Found, type FoundPlace, type Spot } from './findings.ts';
import {
  holdsSecrets,
  isSecretName,
  isSecretPlural,
  isSessionName,
  looksRandomEnough,
  isTokens,
  isVagueName,
  isWorkingFolder,
  looksMadeUp,
} from './names/index.ts';
import { bareScalars, quoteAt } from './json-places.ts';
import { PemLines, privateKeyMembers, streamOf } from './keys.ts';
import { matches, readPattern } from './own-pattern.ts';
import { Joiner, type Joined } from './joined.ts';
import { ownKind } from './rules.ts';
import { Search } from './search.ts';
import { ANY_NAME, MAX_NAME_CHARS, SIGN } from './signs.ts';
import { linesOf, type Slot } from './slots.ts';
import { DEFAULT_RULES, type Place, type RedactionPlan, type RedactionRules, type RefusedRule } from './types.ts';
import { View } from './view.ts';
import { viewsOf } from './views.ts';

const ADDRESSES: ReadonlySet<string> = new Set(['location', 'content-location', 'referer']);

interface Reading {
  readonly spot: Spot;
  readonly slot: Slot;
  readonly base: View;
  readonly views: readonly View[];
}

/** Arguments of one exchange that are secret, and headers that may repeat them. */
interface Mirrors {
  readonly secrets: Map<string, Set<string>>;
  readonly headers: { readonly x: string; readonly value: string; readonly view: View; readonly spot: Spot }[];
}

/** Find the secrets of a recording by rules (by default the built-in ones), wherever they stand. Never throws; takes hostile recordings. */
export function planRedaction(recorded: Recorded, rules: RedactionRules = DEFAULT_RULES): RedactionPlan {
  const { findings, refused, taken } = findSecrets(recorded, rules);
  findEverywhere(recorded, findings);
  return { secrets: numbered(findings.byValue.values(), taken), refused };
}

/** What is secret in a recording, in the order in which rules found it: the first pass alone, for texts that are made of the recording. */
export const secretsIn = (recorded: Recorded, rules: RedactionRules): RedactionPlan['secrets'] =>
  numbered(findSecrets(recorded, rules).findings.byValue.values(), new Map());

interface FoundSecrets {
  readonly findings: Findings;
  readonly refused: readonly RefusedRule[];
  /** The highest number of a placeholder that stands in the recording already, by kind. */
  readonly taken: Map<string, number>;
}

function findSecrets(recorded: Recorded, rules: RedactionRules): FoundSecrets {
  const findings = new Findings(rules.off);
  const refused: RefusedRule[] = [];
  const own: { readonly name: string; readonly pattern: RegExp }[] = [];
  for (const mark of rules.marks) findings.mark(mark);
  for (const { name, pattern, kind } of rules.own) {
    if (kind === 'text') findings.mark(pattern, { name, kind: ownKind(name) });
    else {
      const read = readPattern(pattern);
      if (read.ok) own.push({ name, pattern: read.pattern });
      else refused.push({ name, why: read.why });
    }
  }
  const taken = new Map<string, number>();
  const environment = environmentOf(recorded);
  const mirrors: Mirrors = { secrets: new Map(), headers: [] };
  const pemLines = new PemLines();
  for (const reading of readings(recorded)) {
    noteTaken(reading, taken);
    findByRules(reading, recorded, findings, environment, mirrors);
    findPemLines(reading, recorded, findings, pemLines);
    for (const { name, pattern } of own)
      for (const view of reading.views)
        for (const [from, to] of matches(pattern, view.text))
          findings.addOwn({ name, kind: ownKind(name) }, view.text.slice(from, to), reading.spot, view, from, to);
  }
  for (const { x, value, view, spot } of mirrors.headers)
    if (mirrors.secrets.get(x)?.has(value)) findings.addTo(spot, view)('mirrors', 0, view.text.length, value);
  return { findings, refused, taken };
}

/** Names of variables that the person set for the server: whatever has such a name holds such a value. */
function environmentOf({ header }: Recorded): ReadonlySet<string> {
  const { connection } = header;
  const keys: readonly unknown[] =
    connection.transport === 'stdio' && Array.isArray(connection.envKeys) ? connection.envKeys : [];
  return new Set(
    keys.filter((key) => typeof key === 'string').filter(({ length }) => length > 2 && length <= MAX_NAME_CHARS),
  );
}

function* readings(recorded: Recorded): Generator<Reading> {
  let order = 0;
  const joiner = new Joiner();
  for (const [s, slots] of linesOf(recorded)) {
    for (const slot of slots) {
      const base = slot.role === 'bytes' ? bytesView(fromBase64(slot.text)) : new View(slot.text);
      const views = viewsOf(base, slot.role === 'block');
      const spot: Spot = { s, path: slot.path, order: order++, standing: standingIn(views) };
      yield { spot, slot, base, views };
      for (const joined of joiner.take(eventAt(recorded.events, s), slot, spot, base.signs))
        yield joinedReading(joined, slot);
    }
  }
  for (const joined of joiner.end()) yield joinedReading(joined, { path: [], role: 'text', text: joined.text });
}

function joinedReading({ text, parts }: Joined, { path }: Slot): Reading {
  const base = new View(text);
  const views = viewsOf(base);
  const [first] = parts;
  const spot: Spot = { s: first?.spot.s ?? 0, path, order: first?.spot.order ?? 0, standing: standingIn(views), parts };
  return { spot, slot: { path, role: 'text', text }, base, views };
}

/** Where placeholders stand, escaped ones too. */
function standingIn(views: readonly View[]): Spot['standing'] {
  const standing: (readonly [number, number])[] = [];
  for (const view of views) {
    if ((view.signs & SIGN.foreign) === 0) continue;
    for (const { 0: placeholder, index } of view.text.matchAll(PLACEHOLDER))
      standing.push(view.source(index, index + placeholder.length));
  }
  return standing.length > 1 ? standing.sort(([a], [b]) => a - b) : standing;
}

function findByRules(
  { spot, slot, base, views }: Reading,
  { events }: Recorded,
  findings: Findings,
  environment: ReadonlySet<string>,
  mirrors: Mirrors,
): void {
  const event = eventAt(events, spot.s);
  const x = event && 'x' in event && typeof event.x === 'string' ? event.x : undefined;
  const { text, before = '' } = slot;
  const add = findings.addTo(spot, base);
  if (slot.role === 'header') {
    findInHeader(before, text, add, findings);
    const mirror = mirrored(before, text);
    if (mirror && x !== undefined) mirrors.headers.push({ x, value: mirror.value, view: base, spot });
    const encoded = encodedView(text);
    if (encoded) for (const view of viewsOf(encoded)) findInText(view, findings.addTo(spot, view), environment);
  }
  if (slot.role === 'argument') {
    const option = /^--?([A-Za-z][\w-]*)$/.exec(before)?.[1];
    if (option !== undefined && isSecretOption(option) && !text.startsWith('-')) add('options', 0, text.length);
  }
  const isAddress = spot.path.at(-1) === 'url' || (slot.role === 'header' && ADDRESSES.has(before.toLowerCase()));
  if (spot.s < 0 && spot.path.join('.') === 'connection.url')
    for (const [from, to] of secretSegments(base.text, true)) add('addresses', from, to);
  for (const view of views) {
    const addHere = findings.addTo(spot, view);
    findInText(view, addHere, environment, isAddress);
    if ((view.signs & SIGN.keyType) !== 0)
      for (const [from, to] of privateKeyMembers(view.text)) addHere('private-keys', from, to);
    if ((view.signs & ANY_NAME) === 0 && !standsIn(view.text, environment)) continue;
    for (const { name, value, from, to, quote } of memberValues(
      view,
      (name) => isMember(name, environment),
      holdsSecrets,
    )) {
      const scheme = /authorization$/i.test(name) ? (/^[A-Za-z][\w-]* +(?=\S)/.exec(value)?.[0].length ?? 0) : 0;
      if (isTokens(name) && !(looksRandomEnough(value) && /\d/.test(value))) continue;
      if (isWorkingFolder(name, value)) continue;
      if (isVagueName(name) && !environment.has(name)) {
        const isPassword = /^pass$/i.test(name) && quote === undefined && !/^[\d.%]*$|\s/.test(value);
        if (!isPassword && !looksMadeUp(value)) continue;
      }
      // A number of secrets is none.
      if (quote !== undefined && isSecretPlural(name)) continue;
      const rule = environment.has(name) ? 'environment' : isSessionName(name) ? 'session-ids' : 'members';
      addHere(rule, from + scheme, to, value.slice(scheme), quote);
      if (x !== undefined && findings.isOn(rule)) {
        const secrets = mirrors.secrets.get(x) ?? new Set();
        mirrors.secrets.set(x, secrets.add(value));
      }
    }
  }
}

function findPemLines({ spot, slot, base }: Reading, { events }: Recorded, findings: Findings, lines: PemLines): void {
  const stream = streamOf(eventAt(events, spot.s));
  const isPayload = slot.path.length === 1 && ['text', 'raw', 'b64'].includes(String(slot.path[0]));
  if (spot.parts || stream === undefined || !isPayload) return;
  const add = findings.addTo(spot, base);
  for (const [from, to] of lines.take(stream, base.text, base.signs)) add('private-keys', from, to);
}

function isMember(name: string, environment: ReadonlySet<string>): boolean {
  return (
    isSecretName(name) || isSecretPlural(name) || isVagueName(name) || isSessionName(name) || environment.has(name)
  );
}

/** Second pass: every telling secret wherever it stands. */
function findEverywhere(recorded: Recorded, findings: Findings): void {
  const secrets = [...findings.byValue.values()].filter(({ everywhere }) => everywhere);
  const search = new Search(secrets);
  if (search.isEmpty) return;
  for (const { spot, slot, views } of readings(recorded)) {
    for (const view of views) {
      let bare: ReturnType<typeof bareScalars> | undefined;
      search.find(view.text, ({ found, from, to }) => {
        // Only digits and their signs, or letters of `true`, `false` and `null`, can stand bare in JSON.
        const isWord = to - from <= 400 && /^(?:[-+.eE\d]+|[a-z]{1,5})$/.test(view.text.slice(from, to));
        if (isWord && slot.role !== 'header') bare ??= bareScalars(view);
        const scalar = isWord && bare ? scalarAt(bare, from) : undefined;
        if (scalar) findings.place(found, spot, view, ...scalar, quoteAt(view.level ?? 0));
        else findings.place(found, spot, view, from, to);
      });
    }
  }
}

/** The range, of ranges in order, that a place lies in. */
function scalarAt(ranges: readonly (readonly [number, number])[], at: number): readonly [number, number] | undefined {
  const range = ranges[countBefore(ranges.length, (index) => (ranges[index]?.[0] ?? 0) <= at) - 1];
  return range && at < range[1] ? range : undefined;
}

/** Remember the placeholders that stand in a text already, so that no new one is the same. */
function noteTaken({ views }: Reading, taken: Map<string, number>): void {
  for (const { text, signs } of views) {
    if ((signs & SIGN.foreign) === 0) continue;
    for (const [placeholder] of text.matchAll(PLACEHOLDER)) {
      const colon = placeholder.lastIndexOf(':');
      const kind = placeholder.slice(1, colon);
      const number = Number(placeholder.slice(colon + 1, -1));
      if (Number.isSafeInteger(number) && number > (taken.get(kind) ?? 0)) taken.set(kind, number);
    }
  }
}

const inOrder = (a: FoundPlace, b: FoundPlace): number => a.order - b.order || a.from - b.from || b.to - a.to;

/** Secrets in the order in which they first appear, with the numbers that follow those that are taken. */
function numbered(all: Iterable<Found>, taken: Map<string, number>): RedactionPlan['secrets'] {
  const secrets = [...all].filter(({ places }) => places.length > 0);
  for (const { places } of secrets) places.sort(inOrder);
  secrets.sort((a, b) => (a.places[0] && b.places[0] ? inOrder(a.places[0], b.places[0]) : 0));
  return secrets.map(({ value, rule, kind, places }) => {
    const number = (taken.get(kind) ?? 0) + 1;
    taken.set(kind, number);
    return { placeholder: `‹${kind}:${number}›`, rule, value, places: withoutTwins(places) };
  });
}

/** Places in order, each once; a place found as a bare number is the one with quotes. */
function withoutTwins(places: readonly FoundPlace[]): Place[] {
  const once: FoundPlace[] = [];
  for (const place of places) {
    const last = once.at(-1);
    const isTwin = last?.order === place.order && last.from === place.from && last.to === place.to;
    if (!isTwin) once.push(place);
    else if (last.quote === undefined && place.quote !== undefined) once[once.length - 1] = place;
  }
  return once.map(({ order: _order, ...place }) => place);
}
