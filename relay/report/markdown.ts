/**
 * A comparison as markdown, for the summary of a CI job or a comment on a pull request. All of it is one block of HTML, which
 * markdown leaves alone (CommonMark 0.31 section 4.6): blank lines, which would end the block, are not in it, and every text of a
 * server is escaped inside `code` or `pre`, where services look for no names of people, no numbers of issues and no addresses.
 */
import { basename } from 'node:path';
import { failsAt, findingsOf, verdictOf, type Comparison, type Finding } from '#shared/compare';
import { xmlText } from '#shared/export';
import { visibleText } from '#shared/plain-text';
import { ENGLISH, findingWords, pairLine, type Words } from '#shared/words';
import { causeFacts } from './cause.ts';
import { findingLines, headWord, verdictLine } from './findings.ts';
import type { Outcome } from './junit.ts';
import { subjectOf } from './names.ts';
import type { ReportContext } from './words.ts';

/** GitHub counts characters, which are never more than bytes. */
const MAX_COMMENT_BYTES = 65_536;
/** What a job of GitHub may write to its summary in one step. */
export const MAX_SUMMARY_BYTES = 1024 * 1024;

const MAX_TEXT_CHARS = 1000;
/** Bytes for the words about what is left out, and for ends of elements. */
const RESERVE = 600;

/** At most `most` bytes; empty when not even the headline fits. */
export function markdownReport(outcome: Outcome, context: ReportContext, most = MAX_COMMENT_BYTES): string {
  const { comparison, problem, cause } = outcome;
  const room = new Room(most - RESERVE);
  room.put(`<h3>${headline(outcome, context)}</h3>`);
  if (room.text === '') return '';
  for (const line of problem === undefined ? (context.damaged ?? []) : [problem]) room.put(`<p>${code(line)}</p>`);
  const facts = Object.entries(cause ? causeFacts(cause) : {}).map(
    ([name, value]) => `<tr><th>${code(name)}</th><td>${code(value)}</td></tr>`,
  );
  room.around('<table>', facts, '</table>');
  if (comparison) putComparison(room, comparison, context);
  return `${room.text}\n`;
}

/** Lines as long as they fit. */
class Room {
  text = '';
  #left: number;
  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Add a line; false when it does not fit. */
  put(line: string): boolean {
    const size = Buffer.byteLength(line) + 1;
    if (size > this.#left) return false;
    this.#left -= size;
    this.text += `${line}\n`;
    return true;
  }

  /** Add an element around as many lines as fit; gives how many do not. Nothing is added around none. */
  around(before: string, lines: readonly string[], after: string): number {
    const kept = this.text;
    const left = this.#left;
    let done = 0;
    if (lines.length > 0 && this.put(before)) {
      while (done < lines.length && this.put(lines[done] ?? '')) done++;
      // Its end comes out of the reserve.
      this.text += `${after}\n`;
    }
    if (done === 0) {
      this.text = kept;
      this.#left = left;
    }
    return lines.length - done;
  }
}

function headline(
  { comparison, problem }: Outcome,
  { before, failOn = 'changed', damaged = [], words = ENGLISH }: ReportContext,
): string {
  const t = words.comparison.report;
  const name = `${code(basename(before))}${words.common.colon}`;
  if (!comparison) return `${name}${t.heads.notRun}`;
  const { worst } = verdictOf(comparison);
  const head = t.heads[headWord(worst, failOn) === 'Differs' ? 'differs' : worst];
  const passes = worst !== 'same' && worst !== 'informational' && !failsAt(worst, failOn) ? t.passes : '';
  return `${name}${head}${passes}${problem === undefined && damaged.length === 0 ? '' : t.incomplete}`;
}

function putComparison(room: Room, comparison: Comparison, context: ReportContext): void {
  const { leftOut, moreDefinitions, pairs } = comparison;
  const { words = ENGLISH } = context;
  const t = words.comparison;
  const findings = findingsOf(comparison);
  room.put(`<p>${code(verdictLine(comparison, context))}</p>`);
  const rows = findings.map((finding) => {
    const what = findingWords(comparison, finding, words);
    return `<tr><td>${t.weights[finding.weight]}</td><td>${code(subjectOf(comparison, finding, words))}</td><td>${code(what)}</td></tr>`;
  });
  const left =
    room.around(`<table><tr>${t.report.columns.map((each) => `<th>${each}</th>`).join('')}</tr>`, rows, '</table>') +
    moreDefinitions;
  if (left > 0) room.put(`<p>${t.report.furtherChanges(left)}${t.stop}</p>`);
  if (comparison.isRun && failsAt(verdictOf(comparison).worst, context.failOn ?? 'changed'))
    room.put(`<p>${t.report.wanted(code(`mcp-lifeline rerun --update ${basename(context.before)}`))}</p>`);
  for (const finding of findings) {
    const lines = detailLines(comparison, finding, words);
    if (lines.length === 0) continue;
    const title = `<details><summary>${code(subjectOf(comparison, finding, words))}</summary><pre>`;
    if (room.around(title, lines, '</pre></details>') > 0) break;
  }
  const operations = pairs.map((pair) => `<li>${code(pairLine(pair, words))}</li>`);
  room.around(`<details><summary>${t.operations(pairs.length)}</summary><ul>`, operations, '</ul></details>');
  const skipped = leftOut.map(
    ({ method = '', about = '', reason }) => `<li>${code(`${method} ${about}${words.common.colon}${reason}`)}</li>`,
  );
  room.around(`<details><summary>${t.notRun(leftOut.length)}</summary><ul>`, skipped, '</ul></details>');
}

function detailLines(comparison: Comparison, finding: Finding, words: Words): string[] {
  if (finding.of !== 'operation' || finding.weight === 'informational') return [];
  const lines = findingLines(comparison, finding, true, words);
  const [first] = lines;
  if (lines.length === 1 && first === visibleText(findingWords(comparison, finding, words))) return [];
  return lines.map((line) => escape(line));
}

const code = (text: string): string => `<code>${escape(text)}</code>`;

/** Any text on one line, without what markup or a terminal would obey, cut off. */
function escape(text: string): string {
  const line = visibleText(text.replace(/\s*\n\s*/g, ' '));
  return xmlText(line.length > MAX_TEXT_CHARS ? `${line.slice(0, MAX_TEXT_CHARS)}…` : line);
}
