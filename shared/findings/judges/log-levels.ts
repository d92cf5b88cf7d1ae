/** Severity of log messages, least severe first (RFC 5424; server/utilities/logging#log-levels). */
const LEVELS: readonly unknown[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** Place of a level among all, 0 for `debug`; undefined for what is no level. */
export function severityOf(level: unknown): number | undefined {
  const place = LEVELS.indexOf(level);
  return place < 0 ? undefined : place;
}
