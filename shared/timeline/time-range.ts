/** A window of time as the filter language writes it: `at:1.2s..3.4s`, `at:500ms..`, `at:..24:50.3`. */

/** Microseconds since the session began, both included; from 0 and to Infinity where nothing is said. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const UNITS: { readonly [unit: string]: number } = {
  us: 1,
  µs: 1,
  ms: 1e3,
  s: 1e6,
  '': 1e6,
  m: 60e6,
  min: 60e6,
  h: 3600e6,
};

/** What `at:` is given; undefined when it can't be understood, or ends before it begins. */
export function parseTimeRange(text: string): TimeRange | undefined {
  const [first, second, ...rest] = text.split('..');
  if (first === undefined || second === undefined || rest.length > 0 || text === '..') return undefined;
  const from = first === '' ? 0 : timeOf(first);
  const to = second === '' ? Infinity : timeOf(second);
  return from === undefined || to === undefined || from > to ? undefined : { from, to };
}

/** A moment: a number with a unit, of seconds without one, or minutes and seconds (`24:50.3`) or hours before them. */
function timeOf(text: string): number | undefined {
  const parts = /^(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)$/.exec(text);
  if (parts) return Math.round(Number(parts[1] ?? 0) * 3600e6 + Number(parts[2]) * 60e6 + Number(parts[3]) * 1e6);
  const match = /^(\d+(?:\.\d+)?)([a-zµ]*)$/i.exec(text);
  const unit = UNITS[match?.[2]?.toLowerCase() ?? ''];
  return match && unit !== undefined ? Math.round(Number(match[1]) * unit) : undefined;
}

/** Below this length (microseconds) a window is written in microseconds, and else in milliseconds. */
const FINE = 50_000;

/** The token for a window; it holds all of it, and as few digits as tell it from others. */
export function timeRangeToken({ from, to }: TimeRange): string {
  const unit = to - from < FINE ? 1 : 1000;
  const seconds = (us: number): string => `${us / 1e6}s`;
  const first = Math.floor(Math.max(0, from) / unit) * unit;
  return `at:${first <= 0 ? '0s' : seconds(first)}..${to === Infinity ? '' : seconds(Math.ceil(to / unit) * unit)}`;
}

const TOKEN = /(?:^|\s+)at:\S*/g;

/** A filter text with this window in place of those it has, or with none. */
export function withTimeRange(filter: string, range: TimeRange | undefined): string {
  const others = filter.replaceAll(TOKEN, '').trim();
  return range ? `${others} ${timeRangeToken(range)}`.trim() : others;
}
