/** A comparison as lines for a terminal: a line for each change, worst first, and what it comes to last. */
import { findingsOf, type Comparison, type Pair } from '#shared/compare';
import { visibleText } from '#shared/plain-text';
import { ENGLISH, pairLine, titleOf, beforeText, type Words } from '#shared/words';
import { findingLines, verdictLine } from './findings.ts';
import type { ReportContext } from './words.ts';

const MAX_FINDING_COUNT = 1000;
const MAX_PAIR_COUNT = 1000;
const WIDTH = 10;

export interface TextOptions {
  readonly masked: boolean;
  /** All differing lines of multi-line texts, and every operation with its times. */
  readonly verbose?: boolean;
  readonly quiet?: boolean;
  /** False where there is no command line: its options are not named. */
  readonly hints?: boolean;
  readonly more?: readonly string[];
  readonly next?: readonly string[];
}

/** The report; verdict and line end last. Marks replace control and hidden characters, which a terminal would obey. */
export function textReport(comparison: Comparison, context: ReportContext, options: TextOptions): string {
  const verdict = verdictLine(comparison, context);
  const { hints = true } = options;
  const { words = ENGLISH } = context;
  const t = words.comparison;
  if (options.quiet) return `${visibleText(verdict)}\n`;
  const { pairs, moreDefinitions, leftOut, masked } = comparison;
  const findings = findingsOf(comparison);
  const told = findings.slice(0, MAX_FINDING_COUNT);
  const left = findings.length - told.length + moreDefinitions;
  const changes = [
    ...told.flatMap((finding) =>
      findingLines(comparison, finding, options.verbose, words).map(
        (line) => `${line.startsWith('    ') ? ''.padEnd(WIDTH) : t.weights[finding.weight].padEnd(WIDTH)}${line}`,
      ),
    ),
    ...(left > 0 ? [`${t.moreChanges(left)}${hints ? t.listedIn : ''}`] : []),
    ...(options.masked ? pairs.flatMap((pair) => maskedLines(pair, words)) : []),
    ...leftOut.map(
      ({ method, about, reason }) =>
        `${t.notRunMark.padEnd(WIDTH)}${[method, about].filter((each) => each !== undefined).join(' ')}${words.common.colon}${reason}`,
    ),
  ];
  const more = [
    ...(masked > 0
      ? [`${t.maskedValues(masked)}${options.masked || !hints ? '' : words.common.aside(t.showMasked)}${t.stop}`]
      : []),
    ...(options.more ?? []),
  ];
  const operations = options.verbose
    ? [
        ...pairs.slice(0, MAX_PAIR_COUNT).map((pair) => pairLine(pair, words)),
        ...(pairs.length > MAX_PAIR_COUNT ? [t.moreChanges(pairs.length - MAX_PAIR_COUNT)] : []),
      ]
    : [];
  const blocks = [changes, operations, more, [verdict, ...(options.next ?? [])]].filter((block) => block.length > 0);
  return `${blocks.map((block) => block.map((line) => visibleText(line)).join('\n')).join('\n\n')}\n`;
}

function maskedLines(pair: Pair, words: Words): string[] {
  const { maskedValues, masked } = pair;
  const title = `${words.comparison.maskedMark.padEnd(WIDTH)}${titleOf(pair, words)}`;
  return [
    ...maskedValues.map(
      ({ path, mask, before, after }) =>
        `${title} ${path}${words.common.aside(`${words.comparison.report.mask} ${mask}`)}${words.common.colon}${beforeText(before, after, words)}`,
    ),
    ...(masked > maskedValues.length
      ? [`${title}${words.common.colon}${words.comparison.moreChanges(masked - maskedValues.length)}`]
      : []),
  ];
}
