/** What was seen so far, in tables that a fold changes in place. */
import { defined } from '#shared/base';
import { factKey, OTHERS, type FactName } from './facts.ts';

const MAX_PLACE_COUNT = 3;
const MAX_VALUE_COUNT = 24;
const MAX_FACT_COUNT = 600;
const MAX_TIME_COUNT = 1000;
const MAX_TEXT_CHARS = 200;

interface Seen {
  count: number;
  readonly at: number[];
}

export interface Gathered {
  readonly name: FactName;
  readonly subject?: string;
  readonly values: Map<string, Seen>;
  readonly times: number[];
  most?: number;
  soFar?: boolean;
}

export type Gathering = Map<string, Gathered>;

export interface Sighting {
  readonly subject?: string | undefined;
  readonly value?: string;
  readonly s: number;
  /** Microseconds that it took. */
  readonly took?: number | undefined;
  /** Times that it was seen. */
  readonly count?: number;
}

const cut = (text: string): string =>
  text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}${OTHERS}` : text;

function factOf(all: Gathering, name: FactName, whole: string | undefined): Gathered | undefined {
  const subject = whole === undefined ? undefined : cut(whole);
  const key = factKey(name, subject);
  const known = all.get(key);
  if (known || all.size >= MAX_FACT_COUNT) return known;
  const begun: Gathered = { name, ...defined({ subject }), values: new Map(), times: [] };
  all.set(key, begun);
  return begun;
}

/** Something was seen at event `s`. Bounds keep hostile sessions small: values and facts beyond them are not told apart. */
export function saw(all: Gathering, name: FactName, { subject, value = '', s, took, count = 1 }: Sighting): void {
  const fact = factOf(all, name, subject);
  if (!fact) return;
  if (fact.soFar === true) clear(fact);
  const short = cut(value);
  const told = fact.values.has(short) || fact.values.size < MAX_VALUE_COUNT ? short : OTHERS;
  const seen = fact.values.get(told);
  if (!seen) fact.values.set(told, { count, at: [s] });
  else {
    seen.count += count;
    if (seen.at.length < MAX_PLACE_COUNT && seen.at.at(-1) !== s) seen.at.push(s);
  }
  if (took !== undefined && fact.times.length < MAX_TIME_COUNT) fact.times.push(took);
}

/** This holds as long as nothing else is seen of the fact; of several the longest stays, and of those as long the first. */
export function sawSoFar(all: Gathering, name: FactName, { subject, value, s, took }: Sighting): void {
  const known = all.get(factKey(name, subject === undefined ? undefined : cut(subject)));
  if (known && (known.soFar !== true || (known.times[0] ?? 0) >= (took ?? 0))) return;
  if (known) clear(known);
  saw(all, name, { subject, ...defined({ value }), s, took });
  const fact = factOf(all, name, subject);
  if (fact) fact.soFar = true;
}

function clear(fact: Gathered): void {
  fact.values.clear();
  fact.times.length = 0;
  fact.soFar = false;
}

/** A figure was reached at event `s`: only the highest is kept. */
export function reached(all: Gathering, name: FactName, most: number, s: number): void {
  const fact = factOf(all, name, undefined);
  if (!fact || (fact.most ?? 0) >= most) return;
  fact.most = most;
  fact.values.clear();
  fact.values.set('', { count: 1, at: [s] });
}

export function copyGathering(all: Gathering): Gathering {
  return new Map(
    [...all].map(([key, { values, times, ...rest }]) => [
      key,
      {
        ...rest,
        values: new Map([...values].map(([value, { count, at }]) => [value, { count, at: [...at] }])),
        times: [...times],
      },
    ]),
  );
}
