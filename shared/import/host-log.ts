/**
 * The MCP output logs of VS Code and Cursor. Both begin each record with a local time and a level. VS Code marks messages
 * with `[editor -> server]` and `[server -> editor]` (its first version: `[Client Says]`, `[Server Says]`) and shows the
 * server's standard error as `[server stderr]`. Cursor writes what it does, and no messages.
 */
import { decodeText } from '#shared/jsonrpc';
import type { Connection, EventBody } from '#shared/recording';
import { isMessage } from './direction.ts';
import type { About, Item, Reading } from './items.ts';
import { JsonEnds, linesOf, oneLine } from './lines.ts';
import { commandOf } from './program-line.ts';
import { findTime, type FoundTime } from './times.ts';

export const HOST_RECORD = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}) \[(trace|debug|info|warning|error)\] ?/;
/** What only VS Code writes after it. */
export const VSCODE_MARK =
  /^\[(?:editor -> server|server -> editor|Client Says|Server Says|server stderr)\]|^Connection state: |^Starting server from /;
/** What only Cursor writes after it, before which part of the server's name may stand. */
export const CURSOR_MARK =
  /(?:^|[:\]] )(?:Handling \w+ action|Starting new stdio process with command: |Reusing existing \w+ client|Creating \w+ client|Found \d+ tools|(?:Connected|Successfully connected) to \w+ server|Client closed for command|Calling tool |Successfully called tool |No server info found|Client error for command)/;

const FROM_CLIENT = /^\[(?:editor -> server|Client Says)\] ?/;
const FROM_SERVER = /^\[(?:server -> editor|Server Says)\] ?/;
const ADDRESS = /(https?:\/\/[^\s"'<>]{1,2000})/;
const STDERR = /^\[server stderr\] ?/;

/** A record, or a line before the first one, which has no time. */
interface LogRecord {
  readonly line: number;
  readonly time?: FoundTime | undefined;
  readonly level: string;
  /** Offsets of its text, which may go over several lines. */
  readonly start: number;
  end: number;
}

export function readHostLog(text: string, isEditor: boolean): Reading {
  let server: string | undefined;
  let connection: Connection | undefined;
  const items = function* (): Generator<Item> {
    const ends = new JsonEnds(text);
    let talked = false;
    for (const { line, time, level, start, end } of recordsOf(text)) {
      const own = text.slice(start, end);
      const at = { line, time };
      const mark = isEditor ? (FROM_CLIENT.exec(own) ?? FROM_SERVER.exec(own)) : null;
      const begin = mark?.[0].length ?? (isEditor || !time ? -1 : own.search(/\{ ?"(?:jsonrpc|method|id|result)"/));
      const stop = begin < 0 ? undefined : ends.find(start + begin, end);
      const { raw, changed } = oneLine(text.slice(start + begin, stop ?? start + begin));
      const decoded = decodeText(raw);
      if (stop !== undefined && stop <= end && (mark ?? isMessage(decoded))) {
        talked = true;
        // Cursor does not say whose a message is.
        const side = mark && (FROM_CLIENT.test(own) ? 'c2s' : 's2c');
        yield { is: 'message', ...at, raw, decoded, changed, mark: side ?? undefined };
        const rest = text.slice(stop, end).trim();
        if (rest !== '') yield { is: 'log', ...at, level, text: rest };
        continue;
      }
      if (!time || mark) {
        yield { is: 'unread', ...at, text: own };
        continue;
      }
      const command = (isEditor ? /^Server command line: (.+)/ : CURSOR_START).exec(own.slice(0, 4000))?.[1];
      if (command !== undefined) connection ??= commandOf(command);
      const url = ADDRESS.exec(own.slice(0, 4000))?.[1];
      if (url !== undefined && (isEditor ? /^(?:Connecting to|Fetching|Using) /i : /\bclient\b|\bserver\b/i).test(own))
        connection ??= { transport: 'streamable-http', url };
      if (isEditor) server ??= EDITOR_START.exec(own)?.[1];
      const events = (isEditor ? editorEvents : cursorEvents)(own, talked);
      for (const body of events) yield { is: 'event', ...at, body };
      if (events.length === 0 || command !== undefined) yield { is: 'log', ...at, level, text: own };
    }
  };
  const about = (): About => ({
    title: server,
    connection: connection ?? { transport: 'stdio', command: server ?? '', args: [] },
    remarks: ['zone-unknown'],
    certain: true,
  });
  return { items, about };
}

function* recordsOf(text: string): Generator<LogRecord> {
  let record: LogRecord | undefined;
  for (const { number: line, start, end } of linesOf(text)) {
    const head = HOST_RECORD.exec(text.slice(start, Math.min(end, start + 80)));
    if (head) {
      if (record) yield record;
      record = { line, time: findTime(head[1] ?? ''), level: head[2] ?? '', start: start + head[0].length, end };
    } else if (record) record.end = end;
    else yield { line, level: '', start, end };
  }
  if (record) yield record;
}

const EDITOR_START = /^Starting server (?!from )(\S.{0,200})$/;
const CURSOR_START = /Starting new stdio process with command: (.+)/;

function editorEvents(text: string, talked: boolean): readonly EventBody[] {
  const stderr = STDERR.exec(text);
  if (stderr) return [{ k: 'stderr', text: `${text.slice(stderr[0].length)}\n` }];
  if (EDITOR_START.test(text)) return [{ k: 'connection', event: talked ? 'restarted' : 'opening' }];
  if (text === 'Connection state: Running') return [{ k: 'connection', event: 'open' }];
  if (text === 'Connection state: Stopped') return [{ k: 'connection', event: 'closed' }];
  const exit = /^Connection state: Error Process exited with code (-?\d{1,10})/.exec(text);
  if (!exit) return [];
  return [
    { k: 'process', event: 'exit', code: Number(exit[1]) },
    { k: 'connection', event: 'closed' },
  ];
}

function cursorEvents(text: string): readonly EventBody[] {
  if (CURSOR_START.test(text.slice(0, 4000))) return [{ k: 'connection', event: 'opening' }];
  if (/onnected to \w+ server$/.test(text)) return [{ k: 'connection', event: 'open' }];
  return /Client closed for command/.test(text) ? [{ k: 'connection', event: 'closed' }] : [];
}
