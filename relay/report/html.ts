/** A comparison as one HTML file without script, that opens from disk in light and dark. Everything in it is escaped. */
import {
  lineParts,
  textDifference,
  verdictOf,
  type Comparison,
  type Difference,
  type Finding,
  type LineParts,
  type Pair,
} from '#shared/compare';
import { xmlText } from '#shared/export';
import {
  definitionWords,
  duration,
  ENGLISH,
  factWords,
  findingWords,
  multiline,
  outcomeWords,
  pairLine,
  titleOf,
  type Words,
} from '#shared/words';
import { headWord, verdictLine } from './findings.ts';
import { definitionCounts, factCounts, type ReportContext } from './words.ts';

const MAX_PAIR_COUNT = 5000;
const MAX_ROW_COUNT = 400;
/** UTF-16 units of a long line before its difference. */
const LEAD = 400;

export function htmlReport(comparison: Comparison, context: ReportContext): string {
  const { pairs, broken, rules, lists, worstFirst, definitions, moreDefinitions } = comparison;
  const { facts, ambient, latency, leftOut, masked } = comparison;
  const head = headWord(verdictOf(comparison).worst, context.failOn);
  const { words = ENGLISH } = context;
  const t = words.comparison;
  const r = t.report;
  const title = r.both(context.before, context.after);
  const shownPairs = worstFirst.slice(0, MAX_PAIR_COUNT).flatMap((index) => pairs[index] ?? []);
  const said = (finding: Finding): string => findingWords(comparison, finding, words);
  const parts = [
    `<h1 class="${head === 'Same' ? 'same' : 'bad'}">${t.heads[head]}</h1>`,
    `<p class="names"><b>${r.before}</b> ${xmlText(context.before)}<br><b>${r.after}</b> ${xmlText(context.after)}</p>`,
    ...(context.damaged ?? []).map((line) => `<p class="bad">${xmlText(line)}</p>`),
    `<p>${xmlText(verdictLine(comparison, context))}${masked > 0 ? ` ${t.maskedValues(masked)}${t.stop}` : ''}</p>`,
    list(
      r.definitions,
      definitions.map((change) => [change.class, definitionWords(change, words), definitionCounts(change, context)]),
    ),
    moreDefinitions > 0 ? `<p>${t.moreChanges(moreDefinitions)}</p>` : '',
    `<h2>${r.operations}</h2>${shownPairs.map((pair) => pairHtml(pair, words)).join('')}`,
    pairs.length > MAX_PAIR_COUNT ? `<p>${t.moreChanges(pairs.length - MAX_PAIR_COUNT)}</p>` : '',
    list(
      r.session,
      facts.map((fact) => [fact.fact, factWords(fact, words), factCounts(fact, context)]),
    ),
    list(
      r.broken,
      broken.map(({ what, before, after, counts }, at) => {
        const weight = counts ? 'breaking' : 'informational';
        return [`${before} → ${after}`, said({ of: 'broken', at, why: what, weight }), counts];
      }),
    ),
    list(
      r.rules,
      rules.map(({ what, level, counts }, at) => {
        const weight = counts ? 'breaking' : 'informational';
        return [level, said({ of: 'rule', at, why: what, weight }), counts];
      }),
    ),
    list(
      r.lists,
      lists.map(({ list: mark, what }, at) => [mark, said({ of: 'list', at, why: what, weight: 'changed' }), true]),
    ),
    list(
      r.ambient,
      ambient.map(({ method, before, after, counts }) => [`${before} → ${after}`, method, counts]),
    ),
    list(
      r.latency,
      latency.map(({ pair, before, after, counts }) => {
        const named = pairs[pair];
        const [was, is] = [before, after].map((ms) => duration(ms * 1000, words.common.locale));
        return [`${was} → ${is}`, named ? titleOf(named, words) : '', counts];
      }),
    ),
    list(
      r.leftOut,
      leftOut.map(({ method = '', about, reason }) => [reason, `${method} ${about ?? ''}`, false]),
    ),
  ];
  return page(title, parts, words);
}

export function htmlProblem(problem: string, { before, after, words = ENGLISH }: ReportContext): string {
  const { report } = words.comparison;
  const lines = problem.split('\n').map((line) => `<p>${xmlText(line)}</p>`);
  return page(report.both(before, after), [`<h1 class="bad">${report.notRun}</h1>`, ...lines], words);
}

function page(title: string, parts: readonly string[], { common }: Words): string {
  return (
    `<!doctype html>\n<html lang="${common.locale}"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">` +
    `<title>${xmlText(title)}</title><style>${STYLE}</style></head><body><main>${parts.join('\n')}</main></body></html>\n`
  );
}

function list(title: string, entries: readonly (readonly [mark: string, text: string, counts: boolean])[]): string {
  if (entries.length === 0) return '';
  const items = entries.map(
    ([mark, text, counts]) =>
      `<li class="${counts ? 'bad' : ''}"><span class="mark">${xmlText(mark)}</span> ${xmlText(text)}</li>`,
  );
  return `<h2>${xmlText(title)}</h2><ul>${items.join('')}</ul>`;
}

function pairHtml(pair: Pair, words: Words): string {
  const { common, comparison: t } = words;
  const { verdict, differences, differing, masked, maskedValues } = pair;
  const head = `<span class="mark ${verdict}">${t.verdicts[verdict]}</span> ${xmlText(pairLine(pair, words))}`;
  const outcomes = (['before', 'after'] as const).flatMap((which) => {
    const side = pair[which];
    return side ? [`<p>${xmlText(`${t.report[which]}${common.colon}${outcomeWords(side, words)}`)}</p>`] : [];
  });
  const values = maskedValues.map(
    ({ path, mask, before: was, after: is }) =>
      `<tr><td><code>${xmlText(path)}</code></td><td>${mask}</td><td><code>${xmlText(was)}</code></td><td><code>${xmlText(is)}</code></td></tr>`,
  );
  const more = differing > differences.length ? `<p>${t.moreDifferences(differing - differences.length)}</p>` : '';
  const { where, mask: cover, before: was, after: is } = t.report;
  const heads = [where, cover, was, is].map((each) => `<th>${each}</th>`);
  const maskedTable =
    masked === 0
      ? ''
      : `<details><summary>${t.report.masked(masked)}</summary><table><tr>${heads.join('')}</tr>${values.join('')}</table></details>`;
  const open = verdict === 'changed' ? ' open' : '';
  return `<details${open}><summary>${head}</summary>${outcomes.join('')}${differences.map((each) => differenceHtml(each, t)).join('')}${more}${maskedTable}</details>`;
}

function differenceHtml({ path, kind, before, after, inconsistent }: Difference, t: Words['comparison']): string {
  const why = inconsistent ? ` <i>${t.inconsistent}</i>` : '';
  const head = `<p><span class="mark">${t.report.kinds[kind]}</span> <code>${xmlText(path)}</code>${why}</p>`;
  const [was, is] = [multiline(before), multiline(after)];
  const rows = textDifference(was ?? before ?? '', is ?? after ?? '').rows;
  const shownRows = rows.filter((row, at) => row.kind !== 'same' || near(rows, at)).slice(0, MAX_ROW_COUNT);
  const isOne = (was ?? is) === undefined && rows.length === 1;
  const table = shownRows.map(({ kind: how, before: one, after: other }) => {
    const [first, second] = one && other && how === 'changed' ? lineParts(one.text, other.text, LEAD) : [];
    return (
      `<tr>${cell(one && !isOne ? String(one.line) : '', one?.text, first, how === 'same' ? '' : 'was')}` +
      `${cell(other && !isOne ? String(other.line) : '', other?.text, second, how === 'same' ? '' : 'is')}</tr>`
    );
  });
  const rest = rows.length > MAX_ROW_COUNT && shownRows.length === MAX_ROW_COUNT ? `<p>${t.report.firstLines}</p>` : '';
  return (
    `${head}<table class="text${isOne ? ' one' : ''}"><colgroup><col class="line"><col><col class="line"><col></colgroup>` +
    `${table.join('')}</table>${rest}`
  );
}

/** A line number and its line, with the difference to the other side marked. */
function cell(line: string, text: string | undefined, parts: LineParts | undefined, mark: string): string {
  const body = parts
    ? `${xmlText(parts.lead)}${parts.differs === '' ? '' : `<mark>${xmlText(parts.differs)}</mark>`}${xmlText(parts.tail)}`
    : xmlText(text ?? '');
  return `<td class="line">${line}</td><td class="${text === undefined ? 'absent' : mark}">${body}</td>`;
}

/** True for an equal row close to one that differs. */
function near(rows: readonly { readonly kind: string }[], at: number): boolean {
  return [-2, -1, 1, 2].some((step) => (rows[at + step]?.kind ?? 'same') !== 'same');
}

/** The look of the HTML report, in light and dark. */
const STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --soft: #5b646d; --line: #d6dade; --back: #fff; --was: #ffe9e6; --is: #e2f7e7; --mark: #0000001f; --good: #17693a; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ec; --soft: #a0a9b2; --line: #3a4148; --back: #16191c; --was: #431d1a; --is: #163520; --mark: #ffffff33; --good: #7fd69d; --bad: #ff9a91; }
}
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 75rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; } h1.same { color: var(--good); } h1.bad { color: var(--bad); } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
code, table.text { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
ul { padding: 0; list-style: none; } li { padding: .2rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
details { border-bottom: 1px solid var(--line); padding: .3rem 0; } details details { border: 0; }
summary { cursor: pointer; overflow-wrap: anywhere; } details > p { margin: .3rem 0 .3rem 1rem; }
.mark { display: inline-block; min-width: 7rem; color: var(--soft); }
.bad .mark, .changed, .missing, .extra, .moved { color: var(--bad); }
table { border-collapse: collapse; width: 100%; table-layout: fixed; } td, th { padding: .1rem .4rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
table.text { margin: .2rem 0 .6rem; } table.text td { white-space: pre-wrap; } col.line { width: 3.5em; } td.line { color: var(--soft); text-align: right; user-select: none; }
table.one col.line { width: 0; } table.one td.line { padding: 0; } mark { background: var(--mark); color: inherit; border-radius: 2px; }
.was { background: var(--was); } .is { background: var(--is); }
`;
