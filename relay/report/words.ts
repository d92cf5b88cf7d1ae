/** A comparison in words. */
import {
  DEFINITION_WORDS,
  lineParts,
  REASON_WORDS,
  type Comparison,
  type DefinitionChange,
  type FactChange,
  type Gate,
  type Pair,
  type Side,
  type Verdict,
} from '#shared/compare';
import { ENGLISH, eraReason } from '#shared/words';

/** What a report says beside the comparison itself. */
export interface ReportContext {
  /** Names of the two recordings, as they were given. */
  readonly before: string;
  readonly after: string;
  /** Cosmetic changes, ambient notifications and every fact count too. */
  readonly strict: boolean;
  /** What makes the check fail (default `changed`). */
  readonly failOn?: Gate;
}

export const VERDICT_WORDS: { readonly [verdict in Verdict]: string } = {
  equal: 'equal',
  masked: 'equal after masks',
  moved: 'moved',
  extra: 'extra',
  missing: 'missing',
  changed: 'changed',
};

/** True for a verdict that makes a comparison fail. */
export const fails = (verdict: Verdict): boolean => verdict !== 'equal' && verdict !== 'masked';

/** `tools/call echo`. */
export function titleOf({ kind, method, about, dir }: Pair): string {
  if (kind === 'malformed') return 'malformed text';
  const who = dir === 's2c' ? ' (asked by the server)' : '';
  return `${method ?? ''}${about === undefined ? '' : ` ${about}`}${who}`;
}

const OUTCOMES: { readonly [outcome in Side['outcome']]: string } = {
  result: 'answered',
  error: 'answered with an error',
  'tool-error': 'answered with isError',
  cancelled: 'cancelled',
  timeout: 'not answered in time',
  'no-answer': 'not answered',
  silence: 'not answered, as is usual for malformed text',
  ended: 'not answered before the connection ended',
  open: 'still open',
  sent: 'sent',
};
export const outcomeWords = ({ outcome }: Side): string => OUTCOMES[outcome];

/** `tool echo accepts or gives less, at /inputSchema/additionalProperties: false (was: absent)`. */
export function definitionWords({ of, name, reason, path, before, after }: DefinitionChange): string {
  return `${DEFINITION_WORDS[of]} ${name} ${REASON_WORDS[reason]}${path === '' ? '' : `, at ${path}: ${wasShown(before, after)}`}`;
}

const FACTS: { readonly [fact in FactChange['fact']]: string } = {
  transport: 'transport',
  era: 'how the era was found out',
  revision: 'protocol revision',
  'server-info': 'server info',
  capability: 'capabilities',
  instructions: 'instructions',
  exit: 'end of the process',
  problem: 'problem',
};

const eraTitle = (reason: string): string => eraReason(reason, ENGLISH).title;

export function factWords({ fact, path, before, after }: FactChange): string {
  return `${FACTS[fact]}${path === undefined || path === '' ? '' : ` ${path}`}: ${
    fact === 'era' ? wasShown(before && eraTitle(before), after && eraTitle(after)) : wasShown(before, after)
  }`;
}

const LONGEST = 200;
/** Units of a long value that stand before what differs in it. */
const LEAD = 60;

/** `is (was: before)`, of long values around where they differ. */
export function wasShown(before: string | undefined, after: string | undefined): string {
  const [was, is] = shownBoth(before, after);
  return `${is} (was: ${was})`;
}

/** Two values that differ, each on one line, cut to where they do. */
export function shownBoth(before: string | undefined, after: string | undefined): readonly [string, string] {
  if (before === undefined || after === undefined || Math.max(before.length, after.length) <= LONGEST)
    return [shown(before), shown(after)];
  const [was, is] = lineParts(before, after, LEAD);
  return [shown(was.lead + was.differs + was.tail), shown(is.lead + is.differs + is.tail)];
}

/** A value on one line, cut off. */
export function shown(text: string | undefined): string {
  if (text === undefined) return 'absent';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** `46 operations: 39 equal, 7 equal after masks; 1 change in definitions; 2 not run again`. */
export function countWords({ pairs, counts, definitions, moreDefinitions, leftOut }: Comparison): string {
  const order: readonly Verdict[] = ['changed', 'missing', 'extra', 'moved', 'masked', 'equal'];
  const parts = order
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${VERDICT_WORDS[verdict]}`);
  const all = `${pairs.length} operation${pairs.length === 1 ? '' : 's'}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
  // An operation is equal where it lists definitions: they are compared one by one.
  const defined = definitions.filter(({ class: kind }) => kind !== 'cosmetic').length + moreDefinitions;
  return [
    all,
    ...(defined > 0 ? [`${defined} change${defined === 1 ? '' : 's'} in definitions`] : []),
    ...(leftOut.length > 0 ? [`${leftOut.length} not run again`] : []),
  ].join('; ');
}

/** `3 values count as equal by masks`. */
export const maskedWords = (masked: number): string =>
  masked === 1 ? '1 value counts as equal by a mask' : `${masked} values count as equal by masks`;

/** True for a change of a definition, or of a fact, that makes the comparison fail. */
export const definitionCounts = (change: DefinitionChange, { strict }: ReportContext): boolean =>
  strict || change.class !== 'cosmetic';
export const factCounts = (change: FactChange, { strict }: ReportContext): boolean => strict || change.counts;
