/** Two recordings, operation by operation. */
import { defined } from '#shared/base';
import type { MessageEvent, Recorded } from '#shared/recording';
import { unsolicitedDifferences } from './unsolicited.ts';
import { Bindings } from './bindings.ts';
import { brokenDifferences, collectBroken, ruleDifferences, withoutDuplicates } from './broken.ts';
import { compareDefinitions } from './definitions.ts';
import { Differ, type DifferContext } from './differ.ts';
import { ExactObject, isList, membersOf } from './exact-json.ts';
import { compareFacts, isFromLeftOut } from './facts.ts';
import { listDifferences } from './read-lists.ts';
import { LiveValues, type RunOnPurpose } from './live-values.ts';
import { DEFAULT_MASKS } from './masks.ts';
import { inOrder, keyUnits, matchUnits, movedPairs, startOf, type Keyed, type Match, type Placed } from './match.ts';
import { exactPart, sameText, type Part } from './message-part.ts';
import { pointerPlaces } from './pointer-masks.ts';
import { sessionIdsIn, SessionWords } from './session-words.ts';
import {
  VERDICTS,
  type BrokenRule,
  type Comparison,
  type CompareOptions,
  type LatencyDifference,
  type LatencyThreshold,
  type LeftOut,
  type Masks,
  type Pair,
  type Side,
  type Verdict,
  type Difference,
} from './types.ts';
import { unitMembers } from './unit-value.ts';
import { foldRecorded, type Folded, type Unit } from './units.ts';
import { MasksOff } from './value-masks.ts';
import { failsAt, verdictOf } from './verdict.ts';

/** Compare `before`, the expected, and `after` by what operations ask, never position. Deterministic; never throws. */
export function compareRecordings(before: Recorded, after: Recorded, options: CompareOptions = {}): Comparison {
  const fold = options.judge?.fold;
  return compareLogs(foldRecorded(before, fold), foldRecorded(after, fold), options);
}

export function compareLogs(before: Folded, after: Folded, options: CompareOptions): Comparison {
  const masks = options.masks ?? DEFAULT_MASKS;
  const one = keyUnits(before, masks);
  const other = withoutOwn(keyUnits(after, masks), one, options.run?.own ?? []);
  const leaveOut = options.leaveOut ?? new Map<number, string>();
  const tried = one.filter(({ unit }) => !leaveOut.has(unit.s));
  // What the server said because of a message that was left out could not come again.
  const isLost = ({ before: at, after: is }: Match): boolean => {
    const { unit } = (is === undefined && tried[at ?? -1]) || {};
    return unit?.dir === 's2c' && isFromLeftOut(before.log, unit.s, leaveOut);
  };
  const matches = inOrder(matchUnits(tried, other)).filter((match) => !isLost(match));
  const off = new MasksOff(masks);
  const compare = pairComparer(before, after, masks, off, options.run?.values);
  const moved = movedMatches(matches, tried, other);
  const pairs = matches.map((match) => compare(tried[match.before ?? -1], other[match.after ?? -1], moved.has(match)));

  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of pairs) counts[verdict]++;
  const { changes: definitions, more: moreDefinitions } = compareDefinitions(before.lists, after.lists);
  const facts = compareFacts(before, after, options.run, leaveOut);
  const ambientCounts = off.has('ambient') ? 'number' : options.strict ? 'kind' : 'nothing';
  const ambient = unsolicitedDifferences(before.ambient, after.ambient, ambientCounts);
  const latency = options.latency ? latencies(pairs, options.latency) : [];
  const [broke, breaks] = [collectBroken(before, off), collectBroken(after, off, options.run?.own)];
  const own = new Set(options.run?.own ?? []);
  // In a run the client is this program, which asks what it is told to: that is no news of the server.
  const judged = (side: Folded): readonly BrokenRule[] =>
    (options.judge?.(side) ?? []).filter((each) => !options.run || each.side === 'server');
  const isOwn = ({ s }: BrokenRule): boolean => own.has(after.log.operationOf(s)?.opened ?? s);
  const { header } = before.recorded;
  const otherTransport = header.connection.transport !== after.recorded.header.connection.transport;
  const rules = ruleDifferences(
    judged(before),
    judged(after).filter((each) => !isOwn(each)),
    ({ bound, revision }) =>
      header.imported === undefined && revision === before.log.state.revision && !(bound && otherTransport),
  );
  // What was made of another program's log may lack all that was no message.
  const lacks = before.recorded.header.imported !== undefined && broke.size === 0;
  const compared: Omit<Comparison, 'same'> = {
    pairs,
    worstFirst: worstFirst(pairs),
    counts,
    masked: pairs.reduce((sum, pair) => sum + pair.masked, 0),
    leftOut: leftOut(one, leaveOut),
    definitions,
    moreDefinitions,
    facts,
    ...withoutDuplicates(rules, brokenDifferences(broke, breaks, lacks)),
    lists: options.checkLists ? listDifferences(before.lists, after.lists) : [],
    ambient,
    latency,
    ...defined({ strict: options.strict ? true : undefined, isRun: options.run ? true : undefined }),
  };
  return { same: !failsAt(verdictOf(compared).worst, 'changed'), ...compared };
}

/**
 * Without what a run asked for itself. A list that the first recording has read too is compared whoever asked, and a page of it
 * that was not given is told: without it nothing tells what is gone.
 */
function withoutOwn(units: readonly Keyed[], before: readonly Keyed[], own: readonly number[]): readonly Keyed[] {
  const events = new Set(own);
  const listed = new Set(before.flatMap(({ unit }) => (unit.listing ? [unit.method] : [])));
  return units.filter(({ unit }) => !events.has(unit.s) || (unit.dir === 'c2s' && listed.has(unit.method)));
}

function leftOut(units: readonly Keyed[], leaveOut: ReadonlyMap<number, string>): LeftOut[] {
  return units.flatMap(({ unit, about }) => {
    const reason = leaveOut.get(unit.s);
    if (reason === undefined) return [];
    return [{ side: sideOf(unit), reason, ...defined({ method: unit.method, about }) }];
  });
}

/** Only what the client sends has an order that it decides. */
function movedMatches(matches: readonly Match[], before: readonly Keyed[], after: readonly Keyed[]): Set<Match> {
  const places: { readonly match: Match; readonly placed: Placed }[] = [];
  for (const match of matches) {
    const [one, other] = [before[match.before ?? -1]?.unit, after[match.after ?? -1]?.unit];
    if (one && other && one.dir === 'c2s' && !one.listing && match.after !== undefined)
      places.push({ match, placed: { before: one, after: other, place: match.after } });
  }
  const moved = movedPairs(places.map(({ placed }) => placed));
  return new Set(places.filter((_, index) => moved.has(index)).map(({ match }) => match));
}

function worstFirst(pairs: readonly Pair[]): number[] {
  const of = (index: number): number => VERDICTS.indexOf(pairs[index]?.verdict ?? 'equal');
  return [...pairs.keys()].sort((one, other) => of(other) - of(one) || one - other);
}

function latencies(pairs: readonly Pair[], { ratio, ms, counts = false }: LatencyThreshold): LatencyDifference[] {
  return pairs.flatMap(({ before, after }, pair) => {
    if (before?.ms === undefined || after?.ms === undefined) return [];
    const [less, more] = before.ms < after.ms ? [before.ms, after.ms] : [after.ms, before.ms];
    return more - less > ms && more > less * ratio
      ? [{ pair, before: before.ms, after: after.ms, counts: counts && after.ms > before.ms }]
      : [];
  });
}

function sideOf({ s, closed, op, outcome, ms, times }: Unit): Side {
  return { s, outcome, times, ...defined({ closed, op, ms }) };
}

/** All differing values of a comparison together. */
const MAX_HELD_CHARS = 32 * 1024 * 1024;

/** Compares pair by pair, in order: what an opaque value stands for is learnt on the way. */
function pairComparer(before: Folded, after: Folded, masks: Masks, off: MasksOff, values: RunOnPurpose['values']) {
  const placesFor = pointerPlaces(masks);
  const bindings = new Bindings();
  const [was, is] = [before.log.state.httpSession, after.log.state.httpSession];
  if (was !== undefined && is !== undefined && !off.has('session-id')) bindings.bind(was, is);
  const shared: Omit<DifferContext, 'places'> = {
    off,
    live: new LiveValues(values),
    bindings,
    sessions: new SessionWords(sessionIdsIn(before.recorded.events), sessionIdsIn(after.recorded.events)),
    budget: { left: MAX_HELD_CHARS },
    startedBefore: startOf(before.recorded.header.startedAt),
    startedAfter: startOf(after.recorded.header.startedAt),
  };
  const differ = ({ unit: before, about }: Keyed, { unit: after }: Keyed): Differ => {
    const found = new Differ({ ...shared, places: placesFor(before.method, about) });
    const [one, other] = [unitMembers(before), unitMembers(after)];
    // Over another transport there is no status.
    if (!one.has('http') || !other.has('http')) for (const members of [one, other]) members.delete('http');
    const [told, tells] = [one.get('progress'), other.get('progress')];
    if (!off.has('progress')) {
      for (const members of [one, other]) members.delete('progress');
      if (isList(told) && isList(tells)) found.progress(told, tells);
      // Where only one of them asked for it, only one is told.
      else if (told || tells) {
        if (hasToken(before) && hasToken(after)) found.at('progress', told && 'some', tells && 'some');
        else found.tellAt('progress', 'progress', told, tells);
      }
    }
    for (const name of new Set([...one.keys(), ...other.keys()])) found.at(name, one.get(name), other.get(name));
    return found;
  };
  // Where masks hold for places, or progress counts, what is the same may have to be told.
  const asTold = !off.has('progress') && masks.pointers.length === 0;
  return (before: Keyed | undefined, after: Keyed | undefined, hasMoved: boolean): Pair => {
    const { unit, about } = (before ?? after) as Keyed;
    const facts = {
      kind: unit.kind,
      dir: unit.dir,
      ...defined({ method: unit.method, about }),
      ...defined({ before: before && sideOf(before.unit), after: after && sideOf(after.unit) }),
    };
    const none = { differences: [], differing: 0, masked: 0, maskedValues: [] };
    if (!before || !after) return { verdict: before ? 'missing' : 'extra', ...facts, ...none };
    if (identical(before.unit, after.unit, asTold)) return { verdict: hasMoved ? 'moved' : 'equal', ...facts, ...none };
    const { differences, differing, masked, maskedValues } = differ(before, after);
    const verdict = differing > 0 ? 'changed' : hasMoved ? 'moved' : masked > 0 ? 'masked' : 'equal';
    const fails = failing(before.unit, after.unit, differences);
    return { verdict, ...facts, ...defined({ failing: fails }), differences, differing, masked, maskedValues };
  };
}

function hasToken({ params }: Unit): boolean {
  const value = params && exactPart(params);
  const meta = membersOf(value).get('_meta');
  return meta instanceof ExactObject && meta.members.has('progressToken');
}

/** True when two units are the same text for text, and nothing in them is opaque enough to be followed. `asTold`: progress may be in them. */
function identical(one: Unit, other: Unit, asTold: boolean): boolean {
  const plain = ({ rounds, task, requests }: Unit): boolean => !rounds && !task && !requests;
  return (
    one.outcome === other.outcome &&
    one.text === other.text &&
    (one.status === other.status || one.status === undefined || other.status === undefined) &&
    plain(one) &&
    plain(other) &&
    (asTold ? sameMessages(one.progress, other.progress) : !one.progress && !other.progress) &&
    (one.listing === true ||
      asWritten(one.messages, other.messages) ||
      (sameText(one.params, other.params) &&
        sameText(one.result, other.result) &&
        sameText(one.error, other.error) &&
        ![one.params, one.result, one.error].some(mayBeFollowed)))
  );
}

/** True for what asked and answered, where no part has to be located: each a message of its own, as in the other recording. */
function asWritten(one: Unit['messages'], other: Unit['messages']): boolean {
  return one.every((message, at) => {
    const { raw } = message ?? {};
    if (raw === undefined) return !message && !other[at];
    return raw.startsWith('{') && raw === other[at]?.raw && !FOLLOWED.test(raw);
  });
}

/** True for messages that are the same text for text, with nothing in them that is followed. */
function sameMessages(one: readonly MessageEvent[] = [], other: readonly MessageEvent[] = []): boolean {
  return (
    one.length === other.length &&
    one.every(({ raw }, at) => raw !== undefined && raw === other[at]?.raw && !FOLLOWED.test(raw))
  );
}

/** Values that stand for the same thing wherever they stand: that they are equal here has to be remembered. */
const FOLLOWED =
  /[\da-fA-F]{8}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{12}|"(?:taskId|sessionId|session_id|elicitationId)"/;
const mayBeFollowed = (part: Part | undefined): boolean =>
  part !== undefined && 'text' in part && FOLLOWED.test(part.text);

const ANSWERED: ReadonlySet<Unit['outcome']> = new Set(['result', 'error', 'tool-error']);
const GIVEN_UP: ReadonlySet<Unit['outcome']> = new Set(['timeout', 'no-answer', 'silence', 'ended', 'open']);

/** What became of an operation of the client's that differs in these places; undefined when it works as well as before. */
function failing(before: Unit, after: Unit, differences: readonly Difference[]): Pair['failing'] {
  if (before.dir !== 'c2s') return undefined;
  if (differences.some(({ path }) => path === '/outcome')) {
    if (ANSWERED.has(before.outcome) && GIVEN_UP.has(after.outcome)) return 'unanswered';
    if (before.outcome === 'result' && (after.outcome === 'error' || after.outcome === 'tool-error')) return 'fails';
  }
  const task = differences.find(({ path }) => path === '/task/status');
  return task?.before === '"completed"' && task.after === '"failed"' ? 'fails' : undefined;
}
