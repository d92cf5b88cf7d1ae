/** What the built-in masks cover: members by their names, and parts of texts by how they look. */
import { ExactNumber, ExactObject, type Exact } from './exact-json.ts';
import type { MaskName, Masks } from './types.ts';

/** Members that hold opaque values, outside what a tool itself takes and gives. */
const OPAQUE_MEMBERS: ReadonlyMap<string, MaskName> = new Map([
  ['requestId', 'id'],
  ['io.modelcontextprotocol/subscriptionId', 'id'],
  ['progressToken', 'progress-token'],
  ['cursor', 'cursor'],
  ['nextCursor', 'cursor'],
  ['taskId', 'task-id'],
  ['requestState', 'request-state'],
  ['sessionId', 'session-id'],
  ['session_id', 'session-id'],
  ['elicitationId', 'uuid'],
]);
/** Masked values of these stand for the same thing wherever they stand. A state may well be the same for two calls by chance. */
export const CONSISTENT: readonly MaskName[] = ['task-id', 'session-id', 'uuid'];

/** What measures the run itself. A `duration` alone may be that of a film. */
const DURATION_MEMBER =
  /^(?:duration_?(?:ms|millis|nanos|secs|seconds)|(?:elapsed|took|latency|response_?time|processing_?time|execution_?time)(?:_?(?:ms|millis|seconds|secs|time|nanos))?)$/i;
/** A number that names or counts something is no time, however much it looks like one. */
const ID_MEMBER = /(?:^|[^a-z])(?:ids?|numbers?|no|phone|size|count|total|bytes|serial|sku|code)$/;

/** Parts of an operation whose members a tool names, not the protocol. */
function isTheTools(path: readonly string[]): boolean {
  if (path.includes('#')) return true;
  return (path[0] === 'params' && path[1] === 'arguments') || path.includes('structuredContent');
}

export function memberMask(path: readonly string[], off: ReadonlySet<MaskName>): MaskName | undefined {
  const name = path.at(-1) ?? '';
  const mask = isTheTools(path) ? undefined : OPAQUE_MEMBERS.get(name);
  return mask !== undefined && !off.has(mask) ? mask : undefined;
}

/** Ids and tokens of clients may be texts or numbers; of the rest another kind of value, or none, is more than another value. */
export function isOneKind(before: Exact, after: Exact, mask: MaskName): boolean {
  const isEither = (value: Exact): boolean => typeof value === 'string' || value instanceof ExactNumber;
  if (!isEither(before) || !isEither(after)) return false;
  return mask === 'id' || mask === 'progress-token' || typeof before === typeof after;
}

/** True for a token that asks for progress, and for a `_meta` of nothing else. */
export function asksForProgress(value: Exact, path: readonly string[], off: ReadonlySet<MaskName>): boolean {
  if (memberMask(path, off) === 'progress-token') return true;
  if (path.at(-1) !== '_meta' || !(value instanceof ExactObject) || value.members.size !== 1) return false;
  return value.members.has('progressToken') && memberMask([...path, 'progressToken'], off) === 'progress-token';
}

/** True where a number stands that names or counts something: in an `orderId`, in a list of `ids`. */
export function isNamedAsId(path: readonly string[]): boolean {
  const name = path.findLast((member) => !/^\d+$/.test(member)) ?? '';
  return ID_MEMBER.test(name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase());
}

/** The masks that are off for what a client asks: how long something may take is then a choice, no measurement. */
export function offIn(path: readonly string[], off: MasksOff): ReadonlySet<MaskName> {
  return path[0] === 'params' ? off.asked : off;
}

export function isDuration(path: readonly string[], off: ReadonlySet<MaskName>): boolean {
  return !off.has('duration') && DURATION_MEMBER.test(path.at(-1) ?? '');
}

const YEAR = 366 * 86_400_000;

/** True for digits that are a time in seconds or milliseconds since 1970, within a year of when the recording was made. */
export function isEpoch(digits: string, startedAt: number): boolean {
  if (!/^\d{10}(?:\d{3})?$/.test(digits)) return false;
  const ms = digits.length === 10 ? Number(digits) * 1000 : Number(digits);
  return Math.abs(ms - startedAt) < YEAR;
}

/** A part of a text that may differ: a time, a duration, a UUID, or a long run of letters that may be an opaque value. */
export interface Token {
  readonly mask: MaskName | 'run';
  readonly text: string;
}
const DAYS = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTHS = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const CLOCK = '\\d{1,2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9})?';
const NOON = '(?:[ \\u202f][AaPp][Mm]\\b)?';
/** The text of a UUID, as a regular expression of bounded length. */
export const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
/** As in names of files, which can hold no colon. */
const FILE_TIME = '\\d{4}-\\d{2}-\\d{2}[T_]\\d{2}-\\d{2}-\\d{2}';
/** Points in time as programs write them, as regular expressions of bounded length. */
export const TIMES = [
  // ISO 8601, and as Go prints it.
  '\\b\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?(?:Z| ?[+-]\\d{2}:?\\d{2}| UTC)?(?: UTC| m=[+-]\\d{1,12}\\.\\d{1,9}){0,2}',
  '\\b\\d{8}T\\d{6}(?:\\.\\d{1,9})?Z?\\b',
  `(?<!\\d)${FILE_TIME}(?:[-.]\\d{1,9})?Z?(?![0-9A-Za-z])`,
  // RFC 1123, and as JavaScript, `date` and C print it.
  `\\b${DAYS},? (?:\\d{1,2} ${MONTHS}|${MONTHS} \\d{1,2}),? \\d{4} ${CLOCK}(?: (?:GMT|UTC)(?:[+-]\\d{4})?| [+-]\\d{4})?(?: \\([^()]{1,40}\\))?`,
  `\\b${DAYS} ${MONTHS} {1,2}\\d{1,2} ${CLOCK}(?: [A-Z]{3,5})? \\d{4}\\b`,
  // Access logs and syslog.
  `\\b\\d{1,2}/${MONTHS}/\\d{4}:${CLOCK}(?: [+-]\\d{4})?`,
  `\\b${MONTHS} {1,2}\\d{1,2} ${CLOCK}`,
  // As people write it.
  `\\b(?:\\d{1,2}/\\d{1,2}/\\d{4}|\\d{4}/\\d{1,2}/\\d{1,2}|\\d{1,2}\\.\\d{1,2}\\.\\d{4}),? ${CLOCK}${NOON}`,
  `(?<![\\d:.])${CLOCK}(?![:\\d])${NOON}`,
  '\\b(?:\\d{1,6}|an?|a few) (?:seconds?|secs?|minutes?|mins?|hours?|days?|weeks?|months?|years?) ago\\b|\\bjust now\\b',
];
const PATTERN = new RegExp(
  [
    `(?<uuid>\\b${UUID}\\b)`,
    `(?<time>${TIMES.join('|')})`,
    '(?<day>\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2}/\\d{1,2}/\\d{4}\\b)',
    // Not behind what makes it a name: `id 1795168800`, `/items/1795168800`.
    '(?<epoch>(?<![/#]|\\b(?:[Ii][Dd]|[Nn]o|[Nn]umber|[Pp]hone)["\']?[ .:=#]{1,3}["\']?)\\b\\d{10}(?:\\d{3})?\\b)',
    '(?<duration>\\b\\d{1,12}(?:\\.\\d{1,12})? ?(?:ms|milliseconds?|µs|ns)\\b' +
      '|\\b(?:\\d{1,6}h)?(?:\\d{1,4}m)?\\d{1,12}\\.\\d{1,12} ?(?:s|secs?|seconds?)\\b' +
      '|\\bPT(?:\\d{1,6}H)?(?:\\d{1,6}M)?\\d{1,12}\\.\\d{1,12}S\\b)',
    // A name before a UUID, or before a time, is no part of it.
    `(?<run>(?:(?!${FILE_TIME}|${UUID})[A-Za-z0-9_-]){16,})`,
  ].join('|'),
  'g',
);
const UUIDS = new RegExp(`\\b${UUID}\\b`, 'g');
/** Longer texts are compared as they are. */
const MAX_MASKED_CHARS = 1024 * 1024;
const MAX_TOKEN_COUNT = 20_000;

/** What stands around the name of a mask in a skeleton. */
const MARK = '\u0001';

/** A text with what the masks cover replaced in its `skeleton` by what it is. `startedAt` is when the recording was made, in milliseconds since 1970. */
export function maskText(text: string, startedAt: number, off: ReadonlySet<MaskName>) {
  // A text with marks of its own would read like another with values taken out.
  if (text.length > MAX_MASKED_CHARS || text.includes(MARK)) return { skeleton: text, tokens: [] };
  const tokens: Token[] = [];
  const skeleton = text.replace(PATTERN, (found: string, ...rest: unknown[]): string => {
    const mask = tokens.length < MAX_TOKEN_COUNT ? maskOf(found, rest.at(-1) as Groups, startedAt) : undefined;
    if (mask === undefined || (mask !== 'run' && off.has(mask))) return found;
    tokens.push({ mask, text: found });
    return `${MARK}${mask}${MARK}`;
  });
  return { skeleton, tokens };
}

type Groups = { readonly [name in 'uuid' | 'time' | 'day' | 'epoch' | 'duration']?: string };

function maskOf(found: string, groups: Groups, startedAt: number): Token['mask'] | undefined {
  if (groups.uuid !== undefined) return 'uuid';
  // A time of long ago, or of long from now, is what a text is about.
  if (groups.time !== undefined) return isYearNear(found, startedAt) ? 'time' : undefined;
  // A date alone may be a revision or a birthday: it is one of this session's only when it is near.
  if (groups.day !== undefined) return Math.abs(Date.parse(found) - startedAt) < 3 * 86_400_000 ? 'time' : undefined;
  if (groups.epoch !== undefined) return isEpoch(found, startedAt) ? 'time' : undefined;
  return groups.duration !== undefined ? 'duration' : 'run';
}

/** True when a time names no year, or that of a recording, or one beside it. */
function isYearNear(time: string, startedAt: number): boolean {
  const year = /(?<!\d)\d{4}(?!\d)|^\d{4}(?=\d{4}T)/.exec(time)?.[0];
  if (year === undefined || startedAt === 0) return true;
  return Math.abs(Number(year) - new Date(startedAt).getUTCFullYear()) <= 1;
}

export function uuidsIn(text: string): readonly string[] {
  return text.length > MAX_MASKED_CHARS ? [] : (text.match(UUIDS) ?? []);
}

export class MasksOff extends Set<MaskName> {
  readonly asked: ReadonlySet<MaskName>;

  constructor({ off }: Masks) {
    super(off);
    this.asked = new Set<MaskName>([...off, 'duration']);
  }
}
