/** Times as logs write them, in milliseconds since 1970 with fractions. */

const DATED = /(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(?: ?(Z|[+-]\d\d:?\d\d))?/;
const OF_DAY = /(?:^|[^\d:])(\d\d?):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(?![\d:])(?:\s?([AP])M\b)?/;
const EPOCH = /(?:^|[^\d.])(1\d{12})(?!\d)/;

export interface FoundTime {
  readonly ms: number;
  /** The text does not say in which zone. */
  readonly zoneless?: true;
}

const fraction = (digits: string | undefined): number => (digits ? Number(`0.${digits}`) * 1000 : 0);

/** The first time in a short text: dated, a time of day alone (then of 1 January 1970), or milliseconds since 1970. */
export function findTime(text: string): FoundTime | undefined {
  const dated = DATED.exec(text);
  if (dated) {
    const [, year, month, day, hours, minutes, seconds, rest, zone] = dated;
    const utc = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hours), Number(minutes), Number(seconds));
    const ms = utc + fraction(rest);
    return zone === undefined ? { ms, zoneless: true } : { ms: ms - offset(zone) };
  }
  const ofDay = OF_DAY.exec(text);
  if (ofDay) {
    const [, told, minutes, seconds, rest, half] = ofDay;
    const hours = half === undefined ? Number(told) : (Number(told) % 12) + (half === 'P' ? 12 : 0);
    const ms = (hours * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + fraction(rest);
    return { ms, zoneless: true };
  }
  const epoch = EPOCH.exec(text);
  return epoch ? { ms: Number(epoch[1]) } : undefined;
}

/** The time that a value of a JSON document stands for; undefined for what is no time. */
export function timeOf(value: unknown): FoundTime | undefined {
  if (typeof value === 'string') return findTime(value.slice(0, 64));
  if (typeof value !== 'number' || !(value > 0) || value > 8.64e15) return undefined;
  // Seconds since 1970 stay below this for thousands of years.
  return { ms: value < 1e11 ? value * 1000 : value };
}

/** Milliseconds that something took; 0 for what is no such time. */
export function spanOf(value: unknown): number {
  return typeof value === 'number' && value > 0 && value < 1e12 ? value : 0;
}

function offset(zone: string): number {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
