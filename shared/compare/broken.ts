/** What a server wrote that is broken: no JSON-RPC message, or one with a fault. New kinds count, as clients may fail; repeats do not. */
import type { Fault } from '#shared/jsonrpc';
import { textOf, type MessageEvent } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { startOf } from './match.ts';
import { MASK_NAMES, type BrokenDifference, type BrokenRule, type MaskName, type RuleDifference } from './types.ts';
import type { Folded } from './units.ts';
import { maskText } from './value-masks.ts';

const MAX_EXAMINED_CHARS = 4096;
const MAX_SHOWN_CHARS = 300;
const MAX_KIND_COUNT = 1000;
/** They depend on the values of a message, which are compared themselves. */
const OF_VALUES: readonly Fault[] = ['unsafe-number', 'deep-nesting'];
/** The same for every line that a program writes. */
const OF_LINES: readonly Fault[] = ['carriage-return', 'byte-order-mark'];

/** One kind of what is broken, as often as a log has it. */
interface Kind extends Pick<BrokenDifference, 'what' | 'fault' | 'text' | 'method' | 'http'> {
  readonly s: number;
  count: number;
  /** It came with an HTTP status that says that something was refused, and is no more than the words for that. */
  readonly refusal: boolean;
}

export type BrokenKinds = ReadonlyMap<string, Kind>;

/** The kinds of broken lines and messages of a server, without answers to the requests of the events `own`. Two lines are of a kind when they differ in what masks cover, or in digits. */
export function collectBroken(
  { log, recorded }: Pick<Folded, 'log' | 'recorded'>,
  off: ReadonlySet<MaskName>,
  own: readonly number[] = [],
): BrokenKinds {
  const startedAt = startOf(recorded.header.startedAt);
  const kinds = new Map<string, Kind>();
  const asked = new Set(own);
  const refused = refusals(log);
  const add = (key: string, kind: Omit<Kind, 'count'>): void => {
    const known = kinds.get(key);
    if (known) known.count++;
    else if (kinds.size < MAX_KIND_COUNT) kinds.set(key, { ...kind, count: 1 });
  };
  for (const s of log.faulty) {
    const [event, note] = [log.event(s), log.notes.get(s)];
    if (event?.k !== 'message' || event.dir !== 's2c' || !note?.faults) continue;
    if (asked.has(log.operations.get(note.op)?.opened ?? -1)) continue;
    const text = textOf(event).slice(0, MAX_EXAMINED_CHARS);
    const shared = {
      s,
      text: text.slice(0, MAX_SHOWN_CHARS),
      refusal: event.x !== undefined && refused.has(event.x),
      ...(event.x === undefined ? {} : { http: true as const }),
    };
    const [other] = note.faults;
    const first = note.faults.includes('not-a-message') ? 'not-a-message' : other;
    if (first !== undefined && isNoise(note.kind)) {
      add(`noise ${alike(text, startedAt, off)}`, { what: 'noise', fault: first, ...shared });
      continue;
    }
    const method = note.method === undefined ? {} : { method: note.method };
    for (const fault of new Set(note.faults)) {
      const of = OF_LINES.includes(fault) ? '' : ` ${note.kind} ${note.method ?? ''}`;
      add(`${fault}${of}`, { what: 'fault', fault, ...method, ...shared });
    }
  }
  return kinds;
}

const isNoise = (kind: string): boolean => kind === 'malformed' || kind === 'invalid';

function refusals({ events }: SessionLog): ReadonlySet<MessageEvent['x']> {
  const found = new Set<string>();
  for (const event of events)
    if (event.k === 'http' && event.phase === 'response' && (event.status ?? 0) >= 400) found.add(event.x);
  return found;
}

/** A text in which what differs from run to run is left out. */
function alike(text: string, startedAt: number, off: ReadonlySet<MaskName>): string {
  if (off.size === MASK_NAMES.length) return text;
  return maskText(text, startedAt, off).skeleton.replaceAll(/\d+/g, '#');
}

/** Differences in what is broken, new ones first. `lacks`: the first recording can't hold such lines, so none is known to be new. */
export function brokenDifferences(before: BrokenKinds, after: BrokenKinds, lacks: boolean): BrokenDifference[] {
  const told: BrokenDifference[] = [];
  for (const keys of [after, before])
    for (const [key, { count: _, refusal, ...kind }] of keys) {
      const [was, is] = [before.get(key)?.count ?? 0, after.get(key)?.count ?? 0];
      if (was === is || (keys === before && is > 0)) continue;
      const counts = was === 0 && !refusal && !lacks && !OF_VALUES.includes(kind.fault);
      told.push({ ...kind, before: was, after: is, counts });
    }
  return told.sort((one, other) => Number(other.counts) - Number(one.counts));
}

/** Rules of the specification that one recording breaks and the other does not. */
export function ruleDifferences(
  before: readonly BrokenRule[],
  after: readonly BrokenRule[],
  /** True for a rule that the first recording would show to be broken. */
  knows: (rule: BrokenRule) => boolean,
): RuleDifference[] {
  const only = (
    these: readonly BrokenRule[],
    those: readonly BrokenRule[],
    what: 'came' | 'went',
  ): RuleDifference[] => {
    const known = new Set(those.map(({ key }) => key));
    return these
      .filter(({ key }) => !known.has(key))
      .map((each) => {
        const { key: _, bound: __, ...rule } = each;
        // How a transport's streams are cut differs from run to run: what only should be so there is told, and does not count.
        const binds = rule.weight === 'must' || (rule.weight === 'should' && !each.bound);
        return { what, ...rule, counts: what === 'came' && binds && knows(each) };
      });
  };
  return [...only(after, before, 'came'), ...only(before, after, 'went')];
}

/** Both without what the other says: a fault is told as the rule that it breaks, a line that is no message as the line that it is. */
export function withoutDuplicates(
  rules: readonly RuleDifference[],
  broken: readonly BrokenDifference[],
): { readonly rules: readonly RuleDifference[]; readonly broken: readonly BrokenDifference[] } {
  const at = (what: RuleDifference['what'], s: number): string => `${what} ${s}`;
  const place = ({ after, s }: BrokenDifference): string => at(after > 0 ? 'came' : 'went', s);
  const isNew = ({ before, after }: BrokenDifference): boolean => before === 0 || after === 0;
  const noise = new Set(broken.filter((each) => each.what === 'noise' && isNew(each)).map(place));
  const left = rules.filter(({ what, s }) => !noise.has(at(what, s)));
  const covered = new Set(left.map(({ what, s }) => at(what, s)));
  return {
    rules: left,
    broken: broken.filter((each) => !(each.what === 'fault' && isNew(each) && covered.has(place(each)))),
  };
}
