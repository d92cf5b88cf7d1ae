/** What stands on the lines of stdin and stdout (basic/transports#stdio). */
import { decodeText, isObject, type Decoded } from '#shared/jsonrpc';
import { methodFacts } from '#shared/mcp';
import { bytesOf, textOf, utf8Length, type Direction, type Payload } from '#shared/recording';
import { RULES as STDIO } from '../rules/stdio.ts';
import { judge, quoted, type Turn } from '../judging.ts';

const {
  'stdio-stdout-nonmessage': STDOUT,
  'stdio-stdin-nonmessage': STDIN,
  'stdio-embedded-newline': NEWLINE,
  'stdio-content-length': LENGTH,
  'stdio-utf8': UTF8,
  'stdio-partial-line': PARTIAL,
  'stdio-shutdown-order': ORDER,
  'stdio-exit-on-eof': ON_EOF,
  'stdio-unexpected-exit': UNEXPECTED,
  'stdio-listen-not-reissued': REISSUED,
} = STDIO;

/** Lines of what may be one message, in their order. */
interface Pieces {
  readonly lines: readonly { readonly s: number; readonly text: string }[];
  /** Brackets that are open, outside of strings. */
  readonly open: number;
  readonly length: number;
}

interface Lines {
  /** By direction: a message that began on an earlier line. */
  readonly begun: Map<Direction, Pieces>;
  /** By direction: the line that ended without its line feed. */
  readonly cut: Map<Direction, { readonly s: number; readonly text: string }>;
  /** The client ended the process: what it was writing is not its fault. */
  forced: boolean;
}

/** Bytes that are named: as many as a byte order mark has. */
const ODD_BYTES = 3;
/** A longer message is not joined from its lines. */
const MAX_LINE_COUNT = 1000;
const MAX_MESSAGE_CHARS = 65_536;

export const STDIO_LINES = judge<Lines>({
  interestedIn: { payload: ({ http }) => !http },
  rules: [STDOUT, STDIN, NEWLINE, LENGTH, UTF8, PARTIAL],
  init: () => ({ begun: new Map(), cut: new Map(), forced: false }),
  payload(turn, item, state) {
    const { event, facts } = turn;
    if (event.k !== 'message' || event.x !== undefined || facts.transport !== 'stdio') return;
    const { dir, unterminated, b64 } = event;
    const rule = dir === 's2c' ? STDOUT : STDIN;
    if (turn.applies(UTF8) && !unterminated && (b64 !== undefined || event.raw?.startsWith('\ufeff')))
      turn.report(UTF8, { found: [oddBytes(event)] });
    turn.applies(rule);
    const message = isMessage(turn, item);
    // Nearly every line is a message, and whole.
    if (message && !unterminated) {
      if (state.begun.size > 0) giveUp(turn, dir, state);
      return;
    }
    const text = textOf(event);
    // A message behind a byte order mark: the mark is all that is wrong with it.
    if (text.startsWith('\ufeff') && isMessage(turn, decodeText(text.slice(1)))) return;
    const begins = /^\s*[{[]/.test(text);
    if (unterminated && (message || begins)) {
      state.cut.set(dir, { s: turn.s, text });
      return;
    }
    // An empty line breaks nothing that anyone notices.
    if (text.trim() === '' && b64 === undefined) return;
    if (turn.applies(LENGTH) && /^Content-Length:\s*\d/i.test(text)) turn.report(LENGTH, { found: [quoted(text)] });
    const before = state.begun.get(dir);
    if (before === undefined && !(begins && item.kind === 'malformed')) turn.report(rule, { found: [quoted(text)] });
    else if (before ?? item.faults.includes('incomplete-json')) joined(turn, dir, text, before, state);
    else turn.report(rule, { found: [quoted(text)] });
  },
  process(turn, { event, by }, state) {
    if (event === 'spawn') state.forced = false;
    if (event === 'signal' && by !== 'server') state.forced = true;
    if (event !== 'exit' && event !== 'stdout-end') return;
    giveUp(turn, 's2c', state);
    partial(turn, 's2c', state);
    if (event === 'exit') partial(turn, 'c2s', state);
  },
  connection(turn, { event }, state) {
    if (event !== 'closed') return;
    for (const dir of ['c2s', 's2c'] as const) {
      giveUp(turn, dir, state);
      partial(turn, dir, state);
    }
  },
  gap({ s }, _event, { cut }) {
    // A bound was hit, and no stream ended.
    for (const [dir, line] of cut) if (line.s === s - 1) cut.delete(dir);
  },
});

/** A message or batch; what has the members of one and is not quite right is judged elsewhere. */
function isMessage({ revision }: Turn, item: Decoded): boolean {
  if (item.kind === 'batch') return item.items.length > 0 || revision === '2025-03-26';
  if (item.kind === 'malformed') return false;
  if (item.kind === 'invalid') return isObject(item.value) && 'jsonrpc' in item.value;
  // What a log writes as JSON has such members, too: `{"method":"GET"}`, `{"error":"…"}`.
  if (!item.faults.includes('missing-jsonrpc')) return true;
  return item.kind === 'response' ? item.id !== undefined : methodFacts(item.method) !== undefined;
}

/** One more line of what began before; a finding when the message is whole. */
function joined(turn: Turn, dir: Direction, text: string, before: Pieces | undefined, state: Lines): void {
  const lines = [...(before?.lines ?? []), { s: turn.s, text }];
  const open = (before?.open ?? 0) + opened(text);
  const length = (before?.length ?? 0) + text.length;
  state.begun.set(dir, { lines, open, length });
  if (open <= 0 && before) {
    const whole = decodeText(lines.map((line) => line.text).join('\n'));
    if (whole.kind === 'malformed') return giveUp(turn, dir, state);
    state.begun.delete(dir);
    const related = lines.map(({ s }) => s);
    if (turn.applies(NEWLINE)) turn.report(NEWLINE, { found: [lines.length], related });
  } else if (open <= 0 || lines.length >= MAX_LINE_COUNT || length > MAX_MESSAGE_CHARS) giveUp(turn, dir, state);
}

/** How many more brackets a line opens than it closes; no string of JSON spans two lines. */
function opened(text: string): number {
  let open = 0;
  let quote = false;
  for (let at = 0; at < text.length; at++) {
    const each = text.charAt(at);
    if (quote && each === '\\') at++;
    else if (each === '"') quote = !quote;
    else if (!quote && (each === '{' || each === '[')) open++;
    else if (!quote && (each === '}' || each === ']')) open--;
  }
  return open;
}

/** What began is no message: each of its lines is none. */
function giveUp(turn: Turn, dir: Direction, { begun }: Lines): void {
  const pieces = begun.get(dir);
  if (!pieces) return;
  begun.delete(dir);
  const [rule, side] = dir === 's2c' ? ([STDOUT, 'server'] as const) : ([STDIN, 'client'] as const);
  for (const { s, text } of pieces.lines) turn.report(rule, { at: s, side, found: [quoted(text)] });
}

/** The stream ended within a line. */
function partial(turn: Turn, dir: Direction, { cut, forced }: Lines): void {
  const line = cut.get(dir);
  if (!line) return;
  cut.delete(dir);
  if (forced && dir === 's2c') return;
  const side = dir === 's2c' ? 'server' : 'client';
  if (turn.applies(PARTIAL, side)) turn.report(PARTIAL, { at: line.s, side, found: [quoted(line.text)] });
}

/** The first bytes that are not UTF-8, or the byte order mark, in hexadecimal. */
function oddBytes(payload: Payload): string {
  const text = textOf(payload);
  const at = text.startsWith('\ufeff') ? 0 : utf8Length(text.slice(0, Math.max(0, text.indexOf('\ufffd'))));
  const bytes = bytesOf(payload).subarray(at, at + ODD_BYTES);
  return [...bytes].map((each) => each.toString(16).padStart(2, '0')).join(' ');
}

const MAX_WITHOUT_INPUT_US = 5_000_000;
/** When the client ends the process: some clients send the signal with the end of the input. */
const MIN_WITHOUT_INPUT_US = 1_000_000;

const fresh = () => ({
  /** It began, and has not ended. */
  runs: true,
  pid: undefined as number | undefined,
  /** Event and time at which its input ended. */
  ended: undefined as { readonly s: number; readonly t: number } | undefined,
  /** When it has lived too long without input. */
  due: Infinity,
  /** Signals of the client. */
  terminated: false,
  killed: false,
});
const begun = () => ({
  ...fresh(),
  /** A subscription was open when it ended: its event; and the one in which the next process began. */
  subscribed: undefined as number | undefined,
  owed: undefined as number | undefined,
  /** Requests were sent since. */
  asked: false,
});
type Process = ReturnType<typeof begun>;

/** How the server's process ends (basic/lifecycle#shutdown, basic/transports/stdio#shutdown). */
export const STDIO_PROCESS = judge<Process>({
  pureWhileAgreed: { request: ({ method }) => method !== 'subscriptions/listen' },
  rules: [ORDER, ON_EOF, UNEXPECTED, REISSUED],
  init: begun,
  each(turn, _event, state) {
    if (turn.t > state.due) tooLong(turn, state);
  },
  request(turn, { method }, state) {
    if (state.owed === undefined || turn.dir !== 'c2s') return;
    if (method === 'subscriptions/listen') state.owed = undefined;
    else state.asked = true;
  },
  process(turn, { event, pid, signal, by, code }, state) {
    switch (event) {
      case 'spawn':
        Object.assign(state, fresh(), { pid });
        if (state.subscribed !== undefined) Object.assign(state, { owed: turn.s, asked: false });
        return;
      case 'stdin-end':
      case 'stdin-error':
        state.ended ??= { s: turn.s, t: turn.t };
        // One that still starts, or hangs, has not read so far; another rule reports that it did not answer.
        if (event === 'stdin-end' && state.runs && turn.facts.handshake !== 'asked')
          state.due = Math.min(state.due, turn.t + MAX_WITHOUT_INPUT_US);
        return;
      case 'signal':
        if (by !== 'server' && (pid === undefined || pid === state.pid)) signalled(turn, signal, state);
        return;
      case 'exit':
        exited(turn, code, signal, state);
        return;
      default:
    }
  },
  connection(turn, { event }, state) {
    const { owed, asked, subscribed } = state;
    if (event !== 'closed' || owed === undefined || !asked || !turn.applies(REISSUED)) return;
    turn.report(REISSUED, { related: [subscribed, owed] });
  },
});

function signalled(turn: Turn, signal: string | null | undefined, state: Process): void {
  if (!state.runs || (signal !== 'SIGTERM' && signal !== 'SIGKILL')) return;
  const { ended, terminated, killed } = state;
  if (!killed && turn.applies(ORDER)) {
    if (ended === undefined) turn.report(ORDER, { found: [signal, 'stdin'] });
    else if (signal === 'SIGKILL' && !terminated)
      turn.report(ORDER, { found: [signal, 'SIGTERM'], related: [ended.s] });
  }
  if (ended !== undefined && (turn.t - ended.t >= MIN_WITHOUT_INPUT_US || (signal === 'SIGKILL' && terminated)))
    tooLong(turn, state);
  if (signal === 'SIGTERM') state.terminated = true;
  else state.killed = true;
}

/** It did not end with its input. */
function tooLong(turn: Turn, state: Process): void {
  const { ended } = state;
  if (state.due === Infinity || !ended) return;
  state.due = Infinity;
  if (!turn.applies(ON_EOF)) return;
  turn.report(ON_EOF, { found: [((turn.t - ended.t) / 1_000_000).toFixed(1)], related: [ended.s] });
}

function exited(turn: Turn, code: number | null | undefined, signal: string | null | undefined, state: Process): void {
  const { ended, terminated, killed, runs } = state;
  if (!runs) return;
  if (ended && state.due !== Infinity) turn.applies(ON_EOF);
  state.runs = false;
  state.due = Infinity;
  const waiting = [...turn.facts.pending.values()].filter(({ dir }) => dir === 'c2s');
  const listens = waiting.find(({ method }) => method === 'subscriptions/listen');
  if (listens) state.subscribed = listens.s;
  // The client ended it.
  if (terminated || killed || !turn.applies(UNEXPECTED)) return;
  const bad = (code !== null && code !== undefined && code !== 0) || (!ended && waiting.length > 0);
  if (bad)
    turn.report(UNEXPECTED, {
      found: [signal ?? code, waiting.length],
      related: waiting.slice(0, 10).map(({ s }) => s),
    });
}
