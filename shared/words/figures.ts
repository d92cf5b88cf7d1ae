/** Numbers as a person reads them. A locale is a BCP 47 tag; results are the same on every machine. */

const MAX_DIGIT_COUNT = 2;
const formats = new Map<string, Intl.NumberFormat>();

/** A number in groups of three digits, with at most `digits` (0 to 2) after the point: `12,345`, `3.08`. */
export function number(value: number, locale: string, digits = MAX_DIGIT_COUNT): string {
  const key = `${locale} ${digits}`;
  const known = formats.get(key);
  const format = known ?? new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
  if (!known) formats.set(key, format);
  return format.format(value);
}

/** An English count: `1 event`, `2,000 events`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${number(count, 'en')} ${count === 1 ? one : several}`;

const MINUTE = 60e6;
const HOUR = 3600e6;

/** Microseconds as `445 µs`, `18.2 ms`, `3.08 s`, `24:50.300`, `1:24:50`; if whole, `5 min`, `24 h`. Below 0 is 0. */
export function duration(us: number, locale: string): string {
  if (us < 1000) return `${Math.max(0, Math.round(us))} µs`;
  if (us < 999_950) return `${number(us / 1000, locale, 1)} ms`;
  if (us < 59.95e6) return `${number(us / 1e6, locale, us < 10e6 ? 2 : 1)} s`;
  if (us % HOUR === 0) return `${number(us / HOUR, locale)} h`;
  if (us < HOUR && us % MINUTE === 0) return `${us / MINUTE} min`;
  return clock(Math.round(us / 100_000) * 100_000)
    .replace(/(\.\d)\d\d$/, '$1')
    .replace(/\.0$/, '');
}

/** Microseconds since the start as the time column shows them: `0.081` (seconds), `24:50.300`, `1:24:50`. */
export function clock(us: number): string {
  if (us < 60e6) return (us / 1e6).toFixed(3);
  const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
  const ms = Math.floor(us / 1000);
  const [seconds, minutes] = [pad(Math.floor(ms / 1000) % 60), Math.floor(ms / 60_000)];
  return minutes < 60
    ? `${minutes}:${seconds}.${pad(ms % 1000, 3)}`
    : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${seconds}`;
}

/** The same within a sentence, with its unit: `0.081 s`, `24:50.300`. */
export const moment = (us: number): string => (us < 60e6 ? `${clock(us)} s` : clock(us));

/** A number of bytes: `412 bytes`, `2.1 kB`, `100.0 MB`, `1.2 GB`. */
export function size(bytes: number, { common }: { readonly common: SizeWords }): string {
  if (bytes < 1000) return common.bytes(bytes);
  const [by, unit] = bytes < 999_950 ? [1e3, 'kB'] : bytes < 999_950_000 ? [1e6, 'MB'] : [1e9, 'GB'];
  return `${(bytes / by).toFixed(1)} ${unit}`;
}

interface SizeWords {
  readonly bytes: (n: number) => string;
}
