/** What is compared of the sessions as wholes: how they came about, what was agreed, how they ended. */
import { lastEvent } from '#shared/recording';
import { defined } from '#shared/base';
import type { SessionState } from '#shared/session';
import { exactOf, ExactObject, memberNames, sameJson, type Exact } from './exact-json.ts';
import type { RunOnPurpose } from './live-values.ts';
import { pathOf } from './pointer-masks.ts';
import { commonEnds } from './list-pairs.ts';
import { showIfThere } from './show-both.ts';
import { MAX_TEXT_CHARS, type FactChange } from './types.ts';
import type { Folded } from './units.ts';

const MAX_FACT_COUNT = 500;

/**
 * The facts that are not as they were. A revision that a run chose is told, and counts where it did not come about. A run begins
 * at a revision that is fixed, so it finds nothing out about the era. What ended the first session because of a message that was
 * left out, `leaveOut`, could not come about again.
 */
export function compareFacts(
  before: Folded,
  after: Folded,
  run?: RunOnPurpose,
  leaveOut: ReadonlyMap<number, string> = new Map(),
): FactChange[] {
  const chosen = run?.revision;
  const [one, other] = [before.log.state, after.log.state];
  const facts: FactChange[] = [];
  const add = (
    fact: FactChange['fact'],
    counts: boolean,
    was: string | undefined,
    is: string | undefined,
    path?: string,
  ): void => {
    if (was === is || facts.length >= MAX_FACT_COUNT) return;
    facts.push({ fact, counts, ...defined({ path, before: was, after: is }) });
  };
  const [transport, otherTransport] = [before, after].map(({ recorded }) => recorded.header.connection.transport);
  const sameTransport = transport === otherTransport;
  // Another program's log may lack the words in which a revision was agreed.
  const isExpected = one.revision !== undefined || before.recorded.header.imported === undefined;
  add('transport', false, transport, otherTransport);
  if (run === undefined) add('era', false, one.era?.reason, other.era?.reason);
  add('revision', isExpected && (chosen === undefined || other.revision !== chosen), one.revision, other.revision);
  const sameRevision = one.revision === other.revision;
  // Another version is why one compares; another name is another server to who goes by it.
  members(one.server.info, other.server.info, (path, was, is) => add('server-info', path === '/name', was, is, path));
  members(one.server.capabilities, other.server.capabilities, (path, was, is) =>
    // Another revision has other words for the same.
    add('capability', sameRevision, was, is, path),
  );
  const [told, tells] = [one.server.instructions, other.server.instructions];
  if (told !== tells && told !== undefined && tells !== undefined) add('instructions', true, ...cutBoth(told, tells));
  else add('instructions', true, told?.slice(0, MAX_TEXT_CHARS), tells?.slice(0, MAX_TEXT_CHARS));
  const exit = lastEvent(before.log.events, (event) => event.k === 'process' && event.event === 'exit')?.s;
  if (!isInOrder(other) || !isFromLeftOut(before.log, exit, leaveOut))
    add('exit', sameTransport && !(isInOrder(one) && isInOrder(other)), exitOf(one), exitOf(other));
  if (other.problem || !isFromLeftOut(before.log, one.problem?.s, leaveOut))
    add('problem', true, one.problem?.reason, other.problem?.reason);
  return facts;
}

/** Event `s` came while a request that is left out waited for its answer, or nothing else was sent after what is left out. */
export function isFromLeftOut(
  { events, operations }: Folded['log'],
  s: number | undefined,
  leaveOut: ReadonlyMap<number, string>,
): boolean {
  if (s === undefined || leaveOut.size === 0) return false;
  const last = lastEvent(
    events,
    (event) => event.s < s && event.k === 'message' && event.dir === 'c2s' && event.by !== 'auto',
  );
  return (
    (last !== undefined && leaveOut.has(last.s)) ||
    operations.some(({ opened, closed = Infinity }) => opened < s && closed >= s && leaveOut.has(opened))
  );
}

function exitOf({ process: { exit } }: Readonly<SessionState>): string | undefined {
  if (!exit) return undefined;
  return typeof exit.signal === 'string' ? exit.signal : String(exit.code);
}

/** A process that is asked to end may need more or less time than it is given: after that we end it by a signal. */
const isInOrder = ({ process: { exit } }: Readonly<SessionState>): boolean =>
  exit === undefined || exit.code === 0 || exit.signal === 'SIGTERM' || exit.signal === 'SIGKILL';

/** Two long texts that differ, cut to where they do. */
function cutBoth(one: string, other: string): [string, string] {
  const from =
    Math.max(one.length, other.length) > MAX_TEXT_CHARS ? Math.max(0, commonEnds(one, other).start - 200) : 0;
  const cut = (text: string): string => {
    const rest = text.slice(from, from + MAX_TEXT_CHARS);
    return `${from > 0 ? '…' : ''}${rest}${from + rest.length < text.length ? '…' : ''}`;
  };
  return [cut(one), cut(other)];
}

/** The leaves and empty values of two objects that differ, by their pointer. */
function members(
  before: unknown,
  after: unknown,
  tell: (path: string, before: string | undefined, after: string | undefined) => void,
): void {
  const visit = (one: Exact | undefined, other: Exact | undefined, path: readonly string[]): void => {
    if (one instanceof ExactObject && other instanceof ExactObject) {
      for (const member of memberNames(one, other))
        visit(one.members.get(member), other.members.get(member), [...path, member]);
      return;
    }
    if (!sameJson(one, other)) tell(pathOf(path), showIfThere(one, MAX_TEXT_CHARS), showIfThere(other, MAX_TEXT_CHARS));
  };
  visit(before === undefined ? undefined : exactOf(before), after === undefined ? undefined : exactOf(after), []);
}
