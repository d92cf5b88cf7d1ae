/** The HTTP lane beside the lines of a terminal: a column for each exchange that is open, then what the row says of its own. */
import { visibleText } from '#shared/plain-text';
import { cutTo, width } from './columns.ts';
import type { Diagram } from './diagram.ts';
import type { LaneBar } from './http-lane.ts';
import type { Paint } from './terminal-text.ts';

/** Columns for exchanges; what needs more shares the last. */
const MOST = 5;
/** Columns for a name and a status. */
const CARRIER = 9;

/** How a bar begins, goes on and ends, and what it is where that is one row; a stream that stays open is double. */
const MARKS = { single: ['╷', '│', '╵', '╶'], double: ['╥', '║', '╨', '═'] } as const;

export interface Lane {
  /** Columns that it takes, with the space before it; 0 without HTTP. */
  readonly columns: number;
  readonly head: string;
  /** What stands beside the row at an index. */
  readonly beside: (index: number) => string;
}

export const NO_LANE: Lane = { columns: 0, head: '', beside: () => '' };

/** The lane of a diagram; none where it has no HTTP. */
export function laneOf({ http, rows }: Diagram, paint: Paint): Lane {
  if (!http) return NO_LANE;
  const shown = Math.min(MOST, 1 + Math.max(-1, ...http.lane.map(({ column }) => column)));
  const cells = rows.map((): (LaneBar | undefined)[] => Array.from({ length: shown }));
  for (const bar of http.lane)
    for (let index = bar.from; index <= (bar.to ?? rows.length - 1); index++)
      cells[index]?.splice(Math.min(bar.column, shown - 1), 1, bar);
  const columns = 1 + shown + 1 + CARRIER;
  return {
    columns,
    head: ' HTTP',
    beside: (index) => {
      const row = rows[index];
      const carrier = row?.type === 'event' ? row.carrier : undefined;
      const text = carrier ? cutTo(visibleText(carrier.text), CARRIER).trimEnd() : '';
      const bars = (cells[index] ?? []).map((bar) => (bar ? inked(bar.state, mark(bar, index), paint) : ' ')).join('');
      return ` ${bars} ${carrier ? inked(carrier.state, text, paint) : ''}${' '.repeat(CARRIER - width(text))}`;
    },
  };
}

function mark({ stream, from, to }: LaneBar, index: number): string {
  const [begins, goesOn, ends, one] = MARKS[stream ? 'double' : 'single'];
  if (from === to) return one;
  return index === from ? begins : index === to ? ends : goesOn;
}

const inked = (state: LaneBar['state'], text: string, paint: Paint): string =>
  state === 'bad' ? paint.err(text) : paint.muted(text);
