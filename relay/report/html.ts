/** A comparison as one HTML file without script, that opens from disk in light and dark. Everything in it is escaped. */
import {
  lineParts,
  textDifference,
  verdictOf,
  type Comparison,
  type Difference,
  type LineParts,
  type Pair,
} from '#shared/compare';
import { xmlText } from '#shared/export';
import { definitionWords, ENGLISH, factWords, findingWords, multiline, outcomeWords, titleOf } from '#shared/words';
import { headWord, verdictLine } from './findings.ts';
import { STYLE } from './style.ts';
import { definitionCounts, factCounts, type ReportContext } from './words.ts';

/** So many operations are written out; a report of more would be no reading. */
const MOST_PAIRS = 5000;
const MOST_ROWS = 400;
/** Units of a long line that stand before what differs in it. */
const LEAD = 400;

/** The text of the HTML file. */
export function htmlReport(comparison: Comparison, context: ReportContext): string {
  const { pairs, broken, lists, worstFirst, definitions, moreDefinitions, facts, ambient, latency, leftOut, masked } =
    comparison;
  const head = headWord(verdictOf(comparison).worst, context.failOn);
  const title = `${context.before} and ${context.after}`;
  const shownPairs = worstFirst.slice(0, MOST_PAIRS).flatMap((index) => pairs[index] ?? []);
  const parts = [
    `<h1 class="${head === 'Same' ? 'same' : 'bad'}">${head}</h1>`,
    `<p class="names"><b>before</b> ${xmlText(context.before)}<br><b>after</b> ${xmlText(context.after)}</p>`,
    `<p>${xmlText(verdictLine(comparison, { ...context, words: ENGLISH }))}${masked > 0 ? ` ${ENGLISH.comparison.maskedValues(masked)}.` : ''}</p>`,
    list(
      'Definitions',
      definitions.map((change) => ({
        mark: change.class,
        text: definitionWords(change),
        counts: definitionCounts(change, context),
      })),
    ),
    moreDefinitions > 0 ? `<p>and ${moreDefinitions} more</p>` : '',
    `<h2>Operations</h2>${shownPairs.map(pairHtml).join('')}`,
    pairs.length > MOST_PAIRS ? `<p>and ${pairs.length - MOST_PAIRS} more</p>` : '',
    list(
      'Session',
      facts.map((fact) => ({ mark: fact.fact, text: factWords(fact), counts: factCounts(fact, context) })),
    ),
    list(
      'Broken output of the server',
      broken.map(({ what, before, after, counts }, at) => ({
        mark: `${before} → ${after}`,
        text: findingWords(comparison, { of: 'broken', at, why: what, weight: counts ? 'breaking' : 'informational' }),
        counts,
      })),
    ),
    list(
      'Order and pages of lists',
      lists.map(({ list: mark, what }, at) => ({
        mark,
        text: findingWords(comparison, { of: 'list', at, why: what, weight: 'changed' }),
        counts: true,
      })),
    ),
    list(
      'Notifications of the server that belong to no operation',
      ambient.map(({ method, before, after, counts }) => ({ mark: `${before} → ${after}`, text: method, counts })),
    ),
    list(
      'Latency',
      latency.map(({ pair, before, after, counts }) => {
        const named = pairs[pair];
        return {
          mark: `${before.toFixed(1)} → ${after.toFixed(1)} ms`,
          text: named ? titleOf(named) : '',
          counts,
        };
      }),
    ),
    list(
      'Not run again',
      leftOut.map(({ method = '', about, reason }) => ({
        mark: reason,
        text: `${method} ${about ?? ''}`,
        counts: false,
      })),
    ),
  ];
  return page(title, parts);
}

/** The same where there is nothing to compare, and why. */
export function htmlProblem(problem: string, { before, after }: ReportContext): string {
  const lines = problem.split('\n').map((line) => `<p>${xmlText(line)}</p>`);
  return page(`${before} and ${after}`, ['<h1 class="bad">Not run</h1>', ...lines]);
}

function page(title: string, parts: readonly string[]): string {
  return (
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">` +
    `<title>${xmlText(title)}</title><style>${STYLE}</style></head><body><main>${parts.join('\n')}</main></body></html>\n`
  );
}

function list(
  title: string,
  entries: readonly { readonly mark: string; readonly text: string; readonly counts: boolean }[],
): string {
  if (entries.length === 0) return '';
  const items = entries.map(
    ({ mark, text, counts }) =>
      `<li class="${counts ? 'bad' : ''}"><span class="mark">${xmlText(mark)}</span> ${xmlText(text)}</li>`,
  );
  return `<h2>${xmlText(title)}</h2><ul>${items.join('')}</ul>`;
}

function pairHtml(pair: Pair): string {
  const { verdict, before, after, differences, differing, masked, maskedValues } = pair;
  const head = `<span class="mark ${verdict}">${ENGLISH.comparison.verdicts[verdict]}</span> ${xmlText(titleOf(pair))}`;
  const outcomes = [before && `before: ${outcomeWords(before)}`, after && `after: ${outcomeWords(after)}`]
    .filter((each) => each !== undefined)
    .map((each) => `<p>${xmlText(each)}</p>`);
  const values = maskedValues.map(
    ({ path, mask, before: was, after: is }) =>
      `<tr><td><code>${xmlText(path)}</code></td><td>${mask}</td><td><code>${xmlText(was)}</code></td><td><code>${xmlText(is)}</code></td></tr>`,
  );
  const more = differing > differences.length ? `<p>and ${differing - differences.length} more differences</p>` : '';
  const maskedTable =
    masked === 0
      ? ''
      : `<details><summary>${masked} masked</summary><table><tr><th>where</th><th>mask</th><th>before</th><th>after</th></tr>${values.join('')}</table></details>`;
  const open = verdict === 'changed' ? ' open' : '';
  return `<details${open}><summary>${head}</summary>${outcomes.join('')}${differences.map(differenceHtml).join('')}${more}${maskedTable}</details>`;
}

function differenceHtml({ path, kind, before, after, inconsistent }: Difference): string {
  const why = inconsistent ? ' <i>stands for another value than before</i>' : '';
  const head = `<p><span class="mark">${kind}</span> <code>${xmlText(path)}</code>${why}</p>`;
  const [was, is] = [multiline(before), multiline(after)];
  const rows = textDifference(was ?? before ?? '', is ?? after ?? '').rows;
  const shownRows = rows.filter((row, at) => row.kind !== 'same' || near(rows, at)).slice(0, MOST_ROWS);
  const isOne = (was ?? is) === undefined && rows.length === 1;
  const table = shownRows.map(({ kind: how, before: one, after: other }) => {
    const [first, second] = one && other && how === 'changed' ? lineParts(one.text, other.text, LEAD) : [];
    return (
      `<tr>${cell(one && !isOne ? String(one.line) : '', one?.text, first, how === 'same' ? '' : 'was')}` +
      `${cell(other && !isOne ? String(other.line) : '', other?.text, second, how === 'same' ? '' : 'is')}</tr>`
    );
  });
  const rest = rows.length > MOST_ROWS && shownRows.length === MOST_ROWS ? '<p>only the first lines are shown</p>' : '';
  return (
    `${head}<table class="text${isOne ? ' one' : ''}"><colgroup><col class="line"><col><col class="line"><col></colgroup>` +
    `${table.join('')}</table>${rest}`
  );
}

/** A line number and its line, in which what differs from the other side is marked. */
function cell(line: string, text: string | undefined, parts: LineParts | undefined, mark: string): string {
  const body = parts
    ? `${xmlText(parts.lead)}${parts.differs === '' ? '' : `<mark>${xmlText(parts.differs)}</mark>`}${xmlText(parts.tail)}`
    : xmlText(text ?? '');
  return `<td class="line">${line}</td><td class="${text === undefined ? 'absent' : mark}">${body}</td>`;
}

/** True when a row that is the same stands beside one that is not. */
function near(rows: readonly { readonly kind: string }[], at: number): boolean {
  return [-2, -1, 1, 2].some((step) => (rows[at + step]?.kind ?? 'same') !== 'same');
}
