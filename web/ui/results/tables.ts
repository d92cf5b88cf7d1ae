/** Tables out of texts and values: CSV (RFC 4180), and JSON arrays whose items are flat objects. */
import { isObject } from '#shared/jsonrpc';

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Rows and columns that were left out because there are too many to show. */
  readonly moreRows: number;
  readonly moreColumns: number;
}

const ROWS = 500;
const COLUMNS = 40;
/** Longest text (UTF-16 units) that is read for a table. */
const MOST_CSV = 1024 * 1024;

function table(columns: readonly string[], rows: readonly (readonly string[])[]): Table {
  return {
    columns: columns.slice(0, COLUMNS),
    rows: rows.slice(0, ROWS).map((row) => row.slice(0, COLUMNS)),
    moreRows: Math.max(0, rows.length - ROWS),
    moreColumns: Math.max(0, columns.length - COLUMNS),
  };
}

/** The table of a CSV text whose first record names the columns; undefined when there is no record, or it is too long. */
export function csvTable(text: string): Table | undefined {
  if (text.length > MOST_CSV) return undefined;
  const records: string[][] = [];
  const pattern = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/gy;
  let record: string[] = [];
  while (pattern.lastIndex < text.length || record.length > 0) {
    const match = pattern.exec(text);
    if (!match) return undefined;
    record.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] === ',') continue;
    records.push(record);
    record = [];
    if (match[3] === '') break;
  }
  const [columns, ...rows] = records;
  return columns && table(columns, rows);
}

/** The table of an array of objects whose members are scalars; undefined for every other value. */
export function objectTable(value: unknown): Table | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const columns = new Set<string>();
  // Every item may have names of its own: only those that are shown are looked up in each row.
  for (const item of value as readonly unknown[]) {
    if (!isObject(item)) return undefined;
    for (const [name, member] of Object.entries(item)) {
      if (typeof member === 'object' && member !== null) return undefined;
      columns.add(name);
    }
  }
  const names = [...columns];
  if (names.length === 0) return undefined;
  const items = value as readonly { readonly [name: string]: unknown }[];
  const shown = names.slice(0, COLUMNS);
  const rows = items
    .slice(0, ROWS)
    .map((item) => shown.map((name) => (Object.hasOwn(item, name) ? cell(item[name]) : '')));
  const { length } = items;
  return { columns: shown, rows, moreRows: length - rows.length, moreColumns: names.length - shown.length };
}

function cell(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
