/** Numbers as a person reads them, alike on every machine. */

/** A whole number in groups of three digits: `12,345`. */
export const grouped = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** `1 event`, `2,000 events`. */
export const countOf = (count: number, one: string, several: string): string =>
  `${grouped(count)} ${count === 1 ? one : several}`;

/** Microseconds since the start as seconds with milliseconds: `0.081`. */
export const clock = (us: number): string => (us / 1e6).toFixed(3);

/** Microseconds as a duration: `445 µs`, `18.2 ms`, `3.4 s`, `2 min 5 s`. */
export function duration(us: number): string {
  if (us < 1000) return `${Math.max(0, Math.round(us))} µs`;
  const ms = us / 1000;
  if (ms < 10_000) return `${grouped(Number(ms < 1000 ? ms.toFixed(1) : ms.toFixed(0)))} ms`;
  const seconds = ms / 1000;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  return `${grouped(Math.floor(seconds / 60))} min ${Math.round(seconds % 60)} s`;
}

/** Idle time (microseconds) as a gap says it. */
export const idleText = (us: number): string => `${us < 120e6 ? `${Math.round(us / 1e5) / 10} s` : duration(us)} idle`;

/** A number of bytes: `412 bytes`, `64.0 kB`, `100.0 MB`. */
export function size(bytes: number): string {
  if (bytes < 10_000) return countOf(bytes, 'byte', 'bytes');
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
