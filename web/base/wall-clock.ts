/** Local time with milliseconds, and ISO 8601 in UTC. Undefined where the session's beginning is no date. */
export function wallClock(startedAt: string, us: number): { readonly local: string; readonly iso: string } | undefined {
  const began = Date.parse(startedAt);
  const date = new Date(began + us / 1000);
  if (!(began > 0) || Number.isNaN(date.getTime())) return undefined;
  const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');
  const local = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part)).join(':');
  return { local: `${local}.${pad(date.getMilliseconds(), 3)}`, iso: date.toISOString() };
}

export function wallClockTitle(startedAt: string, us: number): string | undefined {
  const time = wallClock(startedAt, us);
  return time && `${time.local} (${time.iso})`;
}
