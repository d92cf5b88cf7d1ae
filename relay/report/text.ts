/** A comparison as lines for a terminal, worst first. */
import { visibleText } from '#shared/plain-text';
import { textDifference, type Comparison, type Difference, type Pair } from '#shared/compare';
import {
  countWords,
  definitionWords,
  factWords,
  maskedWords,
  outcomeWords,
  shown,
  shownBoth,
  titleOf,
  VERDICT_WORDS,
  wasShown,
  type ReportContext,
} from './words.ts';

/** So many entries of a section are printed; the other reports have more. */
const MOST_ENTRIES = 1000;
/** So many differences, and lines of a text difference, are printed of one operation. */
const MOST_DIFFERENCES = 20;
const MOST_ROWS = 12;

/** The report, its last line end included. Hidden and control characters are shown as marks: a terminal would obey them. */
export function textReport(comparison: Comparison, context: ReportContext, more: { readonly masked: boolean }): string {
  const { same, pairs, worstFirst, definitions, moreDefinitions, facts, ambient, latency, leftOut, masked } =
    comparison;
  const lines: string[] = [];
  const section = (title: string, entries: readonly string[]): void => {
    if (entries.length > 0) lines.push('', title, ...entries.map((entry) => `  ${entry}`));
  };
  lines.push(`${same ? 'Same' : 'Changed'}: ${countWords(comparison)}.`);
  if (masked > 0) lines.push(`${maskedWords(masked)}${more.masked ? '' : ' (--show-masked lists them)'}.`);
  const first = definitions.slice(0, MOST_ENTRIES);
  section('Definitions', [
    ...first.map((change) => `${change.class.padEnd(11)} ${definitionWords(change)}`),
    ...furtherLine(definitions.length + moreDefinitions - first.length),
  ]);
  const told = worstFirst.flatMap((index) => {
    const pair = pairs[index];
    return !pair || pair.verdict === 'equal' || (pair.verdict === 'masked' && !more.masked) ? [] : [pair];
  });
  section('Operations', [
    ...told.slice(0, MOST_ENTRIES).flatMap((pair) => pairLines(pair, more.masked)),
    ...furtherLine(told.length - MOST_ENTRIES),
  ]);
  section(
    'Session',
    facts.map((fact) => `${fact.counts || context.strict ? 'changed' : 'told   '} ${factWords(fact)}`),
  );
  section(
    'Notifications of the server that belong to no operation',
    ambient.map(({ method, before, after }) => `${method}: ${after} (was: ${before})`),
  );
  section(
    'Latency',
    latency.map(({ pair, before, after }) => {
      const named = pairs[pair];
      return `${named ? titleOf(named) : ''}: ${after.toFixed(1)} ms (was: ${before.toFixed(1)} ms)`;
    }),
  );
  section(
    'Not run again',
    leftOut.map(
      ({ method, about, reason }) => `${[method, about].filter((each) => each !== undefined).join(' ')}: ${reason}`,
    ),
  );
  return `${lines.map((line) => visibleText(line)).join('\n')}\n`;
}

const furtherLine = (n: number): string[] => (n > 0 ? [`and ${n} more, which --html and --json list`] : []);

function pairLines(pair: Pair, masks: boolean): string[] {
  const { verdict, before, after, differences, differing, maskedValues, masked } = pair;
  const lines = [`${VERDICT_WORDS[verdict].padEnd(7)} ${titleOf(pair)}`];
  const only = verdict === 'missing' ? before : verdict === 'extra' ? after : undefined;
  if (only) lines[0] += `: ${outcomeWords(only)}`;
  for (const difference of differences.slice(0, MOST_DIFFERENCES)) lines.push(...differenceLines(difference));
  const rest = differing - Math.min(differences.length, MOST_DIFFERENCES);
  if (rest > 0) lines.push(`    and ${rest} more`);
  if (masks) {
    for (const { path, mask, before: was, after: is } of maskedValues)
      lines.push(`    ${path} (mask ${mask}): ${wasShown(was, is)}`);
    if (masked > maskedValues.length) lines.push(`    and ${masked - maskedValues.length} more masked`);
  }
  return lines;
}

function differenceLines({ path, kind, before, after, inconsistent }: Difference): string[] {
  const [was, is] = [multiline(before), multiline(after)];
  const why = inconsistent ? ' (stands for another value than before)' : '';
  if (was === undefined || is === undefined) {
    if (kind === 'added') return [`    + ${path}: ${shown(after)}`];
    if (kind === 'removed') return [`    - ${path}: ${shown(before)}`];
    return [`    ~ ${path}: ${wasShown(before, after)}${why}`];
  }
  const rows = textDifference(was, is).rows.filter((row) => row.kind !== 'same');
  const lines = rows.slice(0, MOST_ROWS).flatMap((row) => {
    const [one, other] = shownBoth(row.before?.text, row.after?.text);
    return [...(row.before ? [`      - ${one}`] : []), ...(row.after ? [`      + ${other}`] : [])];
  });
  return [
    `    ~ ${path}:${why}`,
    ...lines,
    ...(rows.length > MOST_ROWS ? [`      and ${rows.length - MOST_ROWS} more lines`] : []),
  ];
}

/** The text of a JSON string of several lines, or undefined for any other value. */
export function multiline(json: string | undefined): string | undefined {
  if (!json?.startsWith('"') || !json.includes('\\n')) return undefined;
  const whole = json.endsWith('…') ? json.slice(0, -1).replace(/\\(?:u[\da-fA-F]{0,3})?$/, '') : json;
  try {
    const text: unknown = JSON.parse(whole.endsWith('"') && whole.length > 1 ? whole : `${whole}"`);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
