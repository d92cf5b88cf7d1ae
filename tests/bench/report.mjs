/** The rows that a run measured: printed as they come and as a table, kept as JSON, and compared with a run that was kept. */
import { readFileSync, writeFileSync } from 'node:fs';

/** The one in the middle; of an even number, the upper one of both. Undefined for none. */
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Milliseconds as a person reads them. */
export const ms = (value) =>
  value >= 1000 ? `${(value / 1000).toFixed(2)} s` : `${value.toFixed(value < 10 ? 2 : 0)} ms`;

/** The longest of all tasks (milliseconds); browsers report them from 50 ms on. */
export const longestTask = (values) => (Math.max(...values) === 0 ? 'under 50 ms' : ms(Math.max(...values)));

/** How a value of a unit is written. */
const SHOWN = {
  ms,
  task: (value) => longestTask([value]),
  MB: (value) => `${value.toFixed(value < 10 ? 1 : 0)} MB`,
  kB: (value) => `${value.toFixed(0)} kB`,
  'frames/s': (value) => `${value.toFixed(0)} frames/s`,
  ratio: (value) => (value === Infinity ? 'too long' : value.toFixed(2)),
  count: (value) => value.toLocaleString('en'),
};
// JSON has null for what is infinite.
const cell = ({ value, unit }) => (typeof value === 'number' ? SHOWN[unit](value) : 'none');

export class Report {
  #rows = [];
  #before;

  /** `against` is a file that `save` wrote. Throws when it can't be read. */
  constructor(against) {
    if (against === undefined) return;
    const { rows } = JSON.parse(readFileSync(against, 'utf8'));
    this.#before = new Map(rows.map((row) => [row.measure, row]));
  }

  get count() {
    return this.#rows.length;
  }

  /** One row: `value` in `unit`; `value` is undefined where it is too small to say. */
  row(measure, wanted, value, unit, beside = '') {
    const row = { measure, wanted, value, unit, beside };
    this.#rows.push(row);
    console.log(`${measure}: ${cell(row)}${beside ? ` (${beside})` : ''}`);
  }

  /** The table in Markdown; with a run to compare with, its values and the ratio of this one to them. */
  table() {
    const head = ['measure', 'must reach', 'here', ...(this.#before ? ['before', 'here / before'] : []), 'beside it'];
    const cells = this.#rows.map((row) => {
      const before = this.#before?.get(row.measure);
      const ratio = before?.value > 0 && row.value > 0 ? (row.value / before.value).toFixed(2) : '';
      const compared = this.#before ? [before ? cell(before) : '', ratio] : [];
      return [row.measure, row.wanted, cell(row), ...compared, row.beside];
    });
    const widths = head.map((title, column) => Math.max(title.length, ...cells.map((each) => each[column].length)));
    const line = (each) => `| ${each.map((text, column) => text.padEnd(widths[column])).join(' | ')} |`;
    return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...cells.map(line)].join('\n');
  }

  /** Write the rows to `file`, for a later `--against`.  */
  save(file, about) {
    writeFileSync(file, `${JSON.stringify({ ...about, rows: this.#rows }, undefined, 2)}\n`);
  }
}
