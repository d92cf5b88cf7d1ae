/**
 * Plain JSON-RPC: messages one after another, each in its line or over several, bare or with a time and a word or arrow for
 * the direction before it, or inside an object of a structured log; or an array of them, alone or as a member of an object.
 * JSON may have comments. Other lines are kept in their place as not understood: nothing says whose they are.
 */
import { parsedObject, scanJson } from '#shared/jsonrpc';
import type { Item, Reading } from './items.ts';
import { plainJson } from './jsonc.ts';
import { readPrefix } from './line-prefix.ts';
import { JsonEnds, linesOf } from './lines.ts';
import { envelope, messageIn } from './message-in.ts';
import { inspectedAsJson } from './printed-value.ts';
import type { FoundTime } from './times.ts';

const MAX_PREFIX_CHARS = 400;
const MAX_LOG_LINE_CHARS = 65_536;
/** A message's first member, printed without quotation marks. */
const MEMBER = /\{\s{0,9}(?:jsonrpc|id|method|params|result|error): /y;
/** Elements of an array that are looked at for a message, and how deep it may be in objects. */
const MAX_ELEMENT_COUNT = 200;
const MAX_LIST_DEPTH = 3;

export const readJsonLines = (text: string): Reading => ({ items: () => messagesOf(text), about: () => ({}) });

/** The messages of a text in any of these shapes, and what is between them. */
export function messagesOf(text: string): Iterable<Item> {
  const list = listIn(text);
  return list ? fromList(list) : inRuns(fromLines(text));
}

type Unread = Item & { readonly is: 'unread' };

/** True for text that can't have been meant as a message. */
export const isProse = (item: Item): item is Unread =>
  item.is === 'unread' && !/[{}]|"jsonrpc"/.test(item.text.slice(0, MAX_LOG_LINE_CHARS));

/** Lines behind each other that can't have been meant as messages are one text. */
function* inRuns(items: Iterable<Item>): Generator<Item> {
  let run: Unread | undefined;
  for (const item of items) {
    if (run && isProse(item)) run = { ...run, text: `${run.text}\n${item.text}` };
    else {
      if (run) yield run;
      run = isProse(item) ? item : undefined;
      if (!run) yield item;
    }
  }
  if (run) yield run;
}

type List = readonly string[];

function* fromList(list: List): Generator<Item> {
  for (const [index, json] of list.entries()) {
    const line = index + 1;
    yield messageIn(json, line) ?? { is: 'unread', line, text: json };
  }
}

/** The elements, when the text is an array, or an object with an array of messages in it. */
export function listIn(text: string): List | undefined {
  const head = text.slice(0, 1000).replace(/^\uFEFF/, '');
  if (!/^\s*(?:[[{]|\/[/*])/.test(head)) return undefined;
  const given = text.replace(/^\uFEFF/, ' ');
  let json = given;
  let scan = scanJson(json);
  if (scan.fault) {
    // One object after another is no document.
    if (scan.root === 'object' && scan.fault.code === 'text-after-value') return undefined;
    json = plainJson(given);
    scan = scanJson(json);
    // A file whose lines are batches begins like an array, but does not end with it.
    if (scan.fault) return undefined;
  }
  if (scan.root === 'array') return scan.members.map(({ start, end }) => json.slice(start, end));
  return scan.root === 'object' && !messageIn(json, 1) ? listInside(json, MAX_LIST_DEPTH) : undefined;
}

function listInside(json: string, depth: number): List | undefined {
  const { root, members } = scanJson(json);
  if (root !== 'object') return undefined;
  const values = members.map(({ start, end }) => json.slice(start, end));
  for (const value of values) {
    if (!value.startsWith('[')) continue;
    const list = scanJson(value).members.map(({ start, end }) => value.slice(start, end));
    if (list.slice(0, MAX_ELEMENT_COUNT).some((each) => messageIn(each, 1) !== undefined)) return list;
  }
  if (depth <= 1) return undefined;
  for (const value of values) {
    const found = value.startsWith('{') ? listInside(value, depth - 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The messages of a text and what stands between them. What precedes the first message of a line is read for time and direction only. */
export function* fromLines(text: string): Generator<Item> {
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
      const printed = json === undefined ? undefined : printedAt(text, json);
      const stop = json === undefined ? undefined : (printed?.end ?? ends.find(json, end));
      if (json === undefined || stop === undefined) {
        const other = otherText(text, kept?.start ?? from, end);
        if (other !== '') yield otherItem(other, kept?.line ?? number);
        kept = undefined;
        break;
      }
      done = stop;
      const found = messageIn(printed ? (printed.json ?? '') : text.slice(json, stop), number);
      if (found) {
        const before = from === start && !kept ? '' : otherText(text, kept?.start ?? from, json);
        if (before !== '') yield otherItem(before, kept?.line ?? number);
        kept = undefined;
        const { time, mark } = readPrefix(text.slice(from, json));
        yield {
          ...found,
          time: found.time ?? time,
          mark: found.mark ?? mark,
          changed: found.changed || printed !== undefined,
        };
      } else kept ??= { line: number, start: from };
      from = stop;
    }
  }
}

/** What seems to be a message as Node prints an object, such as a bridge's log has it. */
function printedAt(text: string, start: number): ReturnType<typeof inspectedAsJson> {
  MEMBER.lastIndex = start;
  return MEMBER.test(text) ? inspectedAsJson(text, start) : undefined;
}

/** Comments and the punctuation between messages say nothing; anything else was not understood. */
function otherItem(text: string, line: number): Item {
  const plain = /^[\s,;[\]]*$/.test(text) || /^\s*(?:\/\/|#|\/\*|\*\/)/.test(text.slice(0, 200));
  if (plain) return { is: 'log', line, level: 'text', text };
  const told = text.length < MAX_LOG_LINE_CHARS && /^\s*\{.*\}\s*$/s.test(text) ? logIn(text) : undefined;
  return told ? { is: 'log', line, text, ...told } : { is: 'unread', line, text };
}

/** What a structured log's own line says of itself: its level, and when it was. */
function logIn(text: string): { readonly level: string; readonly time?: FoundTime | undefined } | undefined {
  const value = parsedObject(text);
  if (!value) return undefined;
  const level = ['level', 'levelname', 'severity'].map((name) => value[name]).find((each) => typeof each === 'string');
  const says = ['msg', 'message', 'event', 'text'].some((name) => typeof value[name] === 'string');
  return typeof level === 'string' && says ? { level: level.slice(0, 40), time: envelope(value).time } : undefined;
}

/** A piece of the text that holds no message: of a whole line exactly as it is, behind a value without the space around it. */
function otherText(text: string, start: number, end: number): string {
  const piece = text.slice(start, end);
  const whole = start === 0 || text[start - 1] === '\n';
  return whole && piece.trim() !== '' ? piece : piece.trim();
}

/** Where the message's text seems to begin: at the first brace, or at the bracket of a batch just before it. */
function jsonIn(line: string): number | undefined {
  const brace = line.slice(0, MAX_PREFIX_CHARS).indexOf('{');
  // A batch may go over several lines.
  if (brace < 0)
    return line.length < MAX_PREFIX_CHARS && /^\s*\[\s*(?:\/\/.*)?$/.test(line) ? line.indexOf('[') : undefined;
  const bracket = /\[\s*$/.exec(line.slice(Math.max(0, brace - 20), brace));
  return bracket ? brace - bracket[0].length : brace;
}
