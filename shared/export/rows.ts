/** The rows of the sequence diagram as plain data, for programs. */
import { defined } from '#shared/base';
import type { Recorded } from '#shared/recording';
import { eachRow, readingOf, wanted, type DiagramRow } from './diagram.ts';
import type { DiagramOptions } from './types.ts';

export interface RowData {
  /** Event of the row; the event that comes next, for a phase or an idle time. */
  readonly s: number;
  readonly kind: 'phase' | 'gap' | 'request' | 'response' | 'notification' | 'malformed' | 'note';
  readonly t?: number;
  readonly dir?: 'c2s' | 's2c';
  readonly method?: string;
  readonly text: string;
  /** Microseconds from the request, on its answer. */
  readonly duration?: number;
  readonly trouble: boolean;
}

const MAX_ROW_COUNT = 100_000;

/** The rows of a recording's diagram (at most 100,000), and how many more there are. Every event has one of its own, unless a `reading` is given. */
export function toRows(
  recorded: Recorded,
  options: DiagramOptions = {},
): { readonly rows: readonly RowData[]; readonly left: number } {
  const { most, words } = wanted(options, MAX_ROW_COUNT);
  const rows: RowData[] = [];
  const left = eachRow(readingOf(recorded, options, true), most, words, (row) => rows.push(rowData(row)));
  return { rows, left };
}

function rowData(row: DiagramRow): RowData {
  if (row.type === 'band') return { s: row.s, kind: row.band, text: row.text, trouble: false };
  const { s, view, text } = row;
  return {
    s,
    kind: view.shape,
    t: view.t,
    ...defined({ dir: view.dir, method: view.method }),
    text: text.parts.map((part) => part.text).join(' '),
    ...(view.duration === undefined ? {} : { duration: view.duration }),
    trouble: view.trouble,
  };
}
