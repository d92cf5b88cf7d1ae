/** Finds the recorded answer to what a live server asks: by method and content, in the order in which equal ones were given. */
import { likeness } from '#shared/compare';
import { askedParts } from './asked-parts.ts';
import { tokensIn } from './opaque.ts';
import type { RecordedAnswer } from './types.ts';

export interface Found {
  readonly from: 'equal' | 'nearest' | 'unknown';
  /** Absent when the recording has no request of this method. */
  readonly recorded?: RecordedAnswer;
}

interface Entry {
  readonly recorded: RecordedAnswer;
  used: boolean;
  /** By what it is compared, once it was. */
  parts?: ReadonlySet<string>;
}

interface Entries {
  readonly all: Entry[];
  /** All before this one are used. */
  from: number;
}

/** Recorded requests among which the nearest is looked for. */
const MOST_COMPARED = 1000;

export class AnswerBook {
  readonly #equal = new Map<string, Entries>();
  readonly #byMethod = new Map<string, Entries>();

  constructor(answers: readonly RecordedAnswer[]) {
    for (const recorded of answers) {
      const entry = { recorded, used: false };
      append(this.#equal, keyOf(recorded.method, recorded.params), entry);
      append(this.#byMethod, recorded.method, entry);
    }
  }

  /**
   * The answer to a request: the first unused one to an equal request, or the last when all were used; else that to the
   * request of the same method that is most alike: of the unused ones the first, or the last when all were used.
   */
  find(method: string, params: unknown): Found {
    const equal = take(this.#equal.get(keyOf(method, params)));
    if (equal) return { from: 'equal', recorded: equal.recorded };
    const nearest = takeNearest(this.#byMethod.get(method), params);
    return nearest ? { from: 'nearest', recorded: nearest.recorded } : { from: 'unknown' };
  }
}

function append(table: Map<string, Entries>, key: string, entry: Entry): void {
  const entries = table.get(key);
  if (entries) entries.all.push(entry);
  else table.set(key, { all: [entry], from: 0 });
}

/** The first that is not used, else the last. */
function take(entries: Entries | undefined): Entry | undefined {
  if (!entries) return undefined;
  while (entries.all[entries.from]?.used) entries.from++;
  const entry = entries.all[entries.from] ?? entries.all.at(-1);
  if (entry) entry.used = true;
  return entry;
}

/** Of those that are not used, or of all when none is left, the one whose parameters are most alike. */
function takeNearest(entries: Entries | undefined, params: unknown): Entry | undefined {
  if (!entries) return undefined;
  const unused: Entry[] = [];
  for (let at = entries.from; at < entries.all.length && unused.length < MOST_COMPARED; at++) {
    const entry = entries.all[at];
    if (entry && !entry.used) unused.push(entry);
  }
  const among = unused.length > 0 ? unused : entries.all.slice(-MOST_COMPARED).reverse();
  const wanted = askedParts(params);
  let best: Entry | undefined;
  let most = -1;
  for (const entry of among) {
    const alike = likeness((entry.parts ??= askedParts(entry.recorded.params)), wanted);
    if (alike <= most) continue;
    most = alike;
    best = entry;
  }
  if (best) best.used = true;
  while (entries.all[entries.from]?.used) entries.from++;
  return best;
}

/** Method and content, without `_meta`, the order of members, and values that a server makes up anew each time. */
function keyOf(method: string, params: unknown): string {
  return `${method} ${masked(sorted(params, 0))}`;
}

function masked(text: string): string {
  let at = 0;
  let out = '';
  for (const token of tokensIn(text)) {
    out += `${text.slice(at, token.at)}‹›`;
    at = token.at + token.value.length;
  }
  return out + text.slice(at);
}

/** Deeper values are alike. */
const DEEPEST = 32;

function sorted(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (depth > DEEPEST) return '…';
  if (Array.isArray(value)) return `[${value.map((each) => sorted(each, depth + 1)).join(',')}]`;
  const members = Object.entries(value)
    .filter(([name]) => name !== '_meta')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${sorted(each, depth + 1)}`);
  return `{${members.join(',')}}`;
}
