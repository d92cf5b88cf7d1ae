/**
 * Plain JSON-RPC: messages one after another, each in its line or over several, bare or with a time and a word or arrow for
 * the direction before it, or inside an object of a structured log; or an array of them. Other lines are kept as standard
 * error, which is what stands between messages when a terminal's output is saved.
 */
import { decodeText, decodeValue, isObject, memberText, scanJson, type Decoded } from '#shared/jsonrpc';
import type { Direction } from '#shared/recording';
import { Builder } from './builder.ts';
import { Directions, isMessage, senderOf } from './direction.ts';
import { readMark, readPrefix, type Mark } from './line-prefix.ts';
import { JsonEnds, linesOf, oneLine } from './lines.ts';
import { timeOf, type FoundTime } from './times.ts';
import type { ImportResult } from './types.ts';

/** Longest text before a message in its line. */
const LONGEST_PREFIX = 400;
/** Lines that are looked at for whose log it is. */
const LOOKED_AT = 1000;
/** Members of a structured log's object that hold the message, when it was, and who sent it. */
const INNER = 'message msg payload data body raw rpc packet'.split(' ');
const WHEN = 'timestamp time ts @timestamp at date'.split(' ');
const WHO = 'direction dir from type kind source sender origin'.split(' ');

interface Found {
  readonly line: number;
  readonly raw: string;
  readonly decoded: Decoded;
  readonly changed: boolean;
  readonly time?: FoundTime | undefined;
  readonly mark?: Mark | undefined;
}
/** Text in which no message was found. */
interface Other {
  readonly line: number;
  readonly other: string;
  /** It looks like a message. */
  readonly unread: boolean;
}

/** Read messages. Undefined when there is none. */
export function importJsonLines(text: string, name: string): ImportResult | undefined {
  const read = (): Generator<Found | Other> => (isArray(text) ? fromArray(text) : fromLines(text));
  const builder = new Builder();
  const directions = new Directions();
  const outward = whoseLog(read());
  for (const each of read()) {
    if ('other' in each) {
      if (each.unread) builder.lose(each.line, each.other);
      else builder.add({ k: 'stderr', text: `${each.other}\n` });
      continue;
    }
    if (each.time) builder.at(each.time.ms);
    else builder.remark('times-unknown');
    if (each.time?.zoneless) builder.remark('zone-unknown');
    if (each.changed) builder.remark('written-anew');
    if (each.mark === undefined) builder.remark('direction-inferred');
    const dir = sideOf(each.mark, outward) ?? directions.infer(each.decoded);
    directions.know(each.decoded, dir);
    builder.add({ k: 'message', dir, raw: each.raw });
  }
  if (builder.messages === 0) return undefined;
  const connection = { transport: 'stdio', command: '', args: [] } as const;
  return builder.finish({ format: 'json-lines', text, name, connection, by: { name: 'JSON-RPC', version: '' } });
}

/** Which direction goes out of the program that wrote the log: the first message that only one side can send tells. */
function whoseLog(found: Iterable<Found | Other>): Direction {
  let looked = 0;
  for (const each of found) {
    if (++looked > LOOKED_AT) break;
    if ('other' in each || (each.mark !== 'out' && each.mark !== 'in')) continue;
    const sender = senderOf(each.decoded);
    if (sender) return (sender === 'c2s') === (each.mark === 'out') ? 'c2s' : 's2c';
  }
  return 'c2s';
}

function sideOf(mark: Mark | undefined, outward: Direction): Direction | undefined {
  if (mark === 'out') return outward;
  if (mark === 'in') return outward === 'c2s' ? 's2c' : 'c2s';
  return mark;
}

function isArray(text: string): boolean {
  return /^\uFEFF?\s*\[\s*[{\]]/.test(text.slice(0, 1000));
}

function* fromArray(text: string): Generator<Found | Other> {
  const scan = scanJson(text.replace(/^\uFEFF/, ' '));
  // A file whose lines are batches begins like an array, but does not end with it.
  if (scan.fault) return yield* fromLines(text);
  let line = 0;
  for (const { start, end } of scan.members) {
    const json = text.slice(start, end);
    yield messageIn(json, ++line) ?? { line, other: json, unread: true };
  }
}

/**
 * The messages of a text, and what stands between them: nothing of a line is passed over but what stands before the first
 * message in it, which is read for its time and direction.
 */
function* fromLines(text: string): Generator<Found | Other> {
  const ends = new JsonEnds(text);
  // Where the last value ends, be it in a later line.
  let done = 0;
  // Where text begins that holds a value but no message: it is given out in one piece with what follows in its line.
  let kept: { readonly line: number; readonly start: number } | undefined;
  for (const { number, start, end } of linesOf(text)) {
    if (end < done) continue;
    // The value that ended in this line, or at its end, is followed by whatever a new line may hold.
    let from = Math.max(start, done);
    while (from <= end) {
      const begin = jsonIn(text.slice(from, end));
      const json = begin === undefined ? undefined : from + begin;
      const stop = json === undefined ? undefined : ends.find(json, end);
      if (json === undefined || stop === undefined) {
        const other = otherText(text, kept?.start ?? from, end);
        if (other !== '') yield { line: kept?.line ?? number, other, unread: !kept && json !== undefined };
        kept = undefined;
        break;
      }
      done = stop;
      const found = messageIn(text.slice(json, stop), number);
      if (found) {
        const before = from === start && !kept ? '' : otherText(text, kept?.start ?? from, json);
        if (before !== '') yield { line: kept?.line ?? number, other: before, unread: false };
        kept = undefined;
        const { time, mark } = readPrefix(text.slice(from, json));
        yield { ...found, time: found.time ?? time, mark: found.mark ?? mark };
      } else kept ??= { line: number, start: from };
      from = stop;
    }
  }
}

/** A piece of the text that holds no message: of a whole line exactly as it is, behind a value without the space around it. */
function otherText(text: string, start: number, end: number): string {
  const piece = text.slice(start, end);
  const whole = start === 0 || text[start - 1] === '\n';
  return whole && piece.trim() !== '' ? piece : piece.trim();
}

/** Where the message's text seems to begin: at the first brace, or at the bracket of a batch just before it. */
function jsonIn(line: string): number | undefined {
  const brace = line.slice(0, LONGEST_PREFIX).indexOf('{');
  if (brace < 0) return undefined;
  const bracket = /\[\s*$/.exec(line.slice(Math.max(0, brace - 20), brace));
  return bracket ? brace - bracket[0].length : brace;
}

/** The message that a JSON value is, or holds. */
function messageIn(json: string, line: number): Found | undefined {
  const decoded = decodeText(json);
  if (isMessage(decoded)) {
    const { raw, changed } = oneLine(json);
    return { line, raw, decoded, changed };
  }
  if (decoded.kind !== 'invalid' || !isObject(decoded.value)) return undefined;
  const fields = decoded.value;
  for (const name of INNER) {
    const inner = fields[name];
    const text = typeof inner === 'string' ? inner : isObject(inner) ? memberText(json, [name]) : undefined;
    if (text === undefined || !isMessage(typeof inner === 'string' ? decodeText(inner) : decodeValue(inner))) continue;
    const { raw, changed } = oneLine(text);
    // A message inside another object was parsed before, but for one that stands there as a string.
    return { line, raw, decoded: decodeText(raw), changed: changed || typeof inner !== 'string', ...envelope(fields) };
  }
  return undefined;
}

function envelope(fields: { readonly [name: string]: unknown }): {
  time?: FoundTime | undefined;
  mark?: Mark | undefined;
} {
  const time = WHEN.map((name) => timeOf(fields[name])).find((each) => each !== undefined);
  const mark = WHO.map((name) => fields[name])
    .map((value) => (typeof value === 'string' ? markOf(value.slice(0, 60)) : undefined))
    .find((each) => each !== undefined);
  return { time, mark };
}

/** A member's value alone is a word, so that short ones are clear as well. */
function markOf(value: string): Mark | undefined {
  const word = value.trim().toLowerCase();
  return word === 'out' || word === 'in' ? word : readMark(word);
}
