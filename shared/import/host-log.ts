/**
 * The MCP output logs of VS Code and Cursor. Both begin each record with a local time and a level. VS Code marks messages
 * with `[editor -> server]` and `[server -> editor]` (its first version: `[Client Says]`, `[Server Says]`) and shows the
 * server's standard error as `[server stderr]`. Cursor writes what it does, and no messages.
 */
import { decodeText } from '#shared/jsonrpc';
import type { Connection } from '#shared/recording';
import { Builder } from './builder.ts';
import { Directions, isMessage } from './direction.ts';
import { JsonEnds, linesOf, oneLine } from './lines.ts';
import { commandOf } from './program-line.ts';
import { findTime } from './times.ts';
import type { ImportResult } from './types.ts';

/** The head of a record. */
export const HOST_RECORD = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}) \[(trace|debug|info|warning|error)\] ?/;
/** What only VS Code writes after it. */
export const VSCODE_MARK =
  /^\[(?:editor -> server|server -> editor|Client Says|Server Says|server stderr)\]|^Connection state: |^Starting server from /;
/** What only Cursor writes after it, before which part of the server's name may stand. */
export const CURSOR_MARK =
  /(?:^|[:\]] )(?:Handling \w+ action|Starting new stdio process with command: |Reusing existing \w+ client|Creating \w+ client|Found \d+ tools|(?:Connected|Successfully connected) to \w+ server|Client closed for command|Calling tool |Successfully called tool |No server info found|Client error for command)/;

const FROM_CLIENT = /^\[(?:editor -> server|Client Says)\] ?/;
const FROM_SERVER = /^\[(?:server -> editor|Server Says)\] ?/;
const STDERR = /^\[server stderr\] ?/;

interface LogRecord {
  readonly line: number;
  readonly time: string;
  readonly level: string;
  /** Offsets of its text, which may go over several lines. */
  readonly start: number;
  end: number;
}

export function importHostLog(text: string, name: string, format: 'vscode-log' | 'cursor-log'): ImportResult {
  return new HostLog(text, name, format).read();
}

class HostLog {
  readonly #text: string;
  readonly #name: string;
  readonly #format: 'vscode-log' | 'cursor-log';
  readonly #builder = new Builder();
  readonly #directions = new Directions();
  readonly #ends: JsonEnds;
  #server: string | undefined;
  #connection: Connection | undefined;

  constructor(text: string, name: string, format: 'vscode-log' | 'cursor-log') {
    this.#text = text;
    this.#name = name;
    this.#format = format;
    this.#ends = new JsonEnds(text);
  }

  read(): ImportResult {
    let record: LogRecord | undefined;
    for (const { number, start, end } of linesOf(this.#text)) {
      const head = HOST_RECORD.exec(this.#text.slice(start, Math.min(end, start + 80)));
      if (head) {
        if (record) this.#take(record);
        record = { line: number, time: head[1] ?? '', level: head[2] ?? '', start: start + head[0].length, end };
      } else if (record) record.end = end;
      else this.#builder.lose(number, this.#text.slice(start, end));
    }
    if (record) this.#take(record);
    this.#builder.remark('zone-unknown');
    return this.#builder.finish({
      format: this.#format,
      text: this.#text,
      name: this.#server ?? this.#name,
      connection: this.#connection ?? { transport: 'stdio', command: this.#server ?? '', args: [] },
      by: { name: this.#format === 'vscode-log' ? 'Visual Studio Code' : 'Cursor', version: '' },
    });
  }

  #take(record: LogRecord): void {
    this.#builder.at(findTime(record.time)?.ms);
    const text = this.#text.slice(record.start, record.end);
    if (this.#format === 'vscode-log') this.#takeEditor(record, text);
    else this.#takeCursor(record, text);
  }

  #takeEditor(record: LogRecord, text: string): void {
    const builder = this.#builder;
    const mark = FROM_CLIENT.exec(text) ?? FROM_SERVER.exec(text);
    if (mark) return this.#message(record, text, mark[0].length);
    const stderr = STDERR.exec(text);
    if (stderr) return builder.add({ k: 'stderr', text: `${text.slice(stderr[0].length)}\n` });
    const starting = /^Starting server (?!from )(\S.{0,200})$/.exec(text);
    if (starting) {
      this.#server ??= starting[1];
      return builder.add({ k: 'connection', event: builder.messages > 0 ? 'restarted' : 'opening' });
    }
    if (text === 'Connection state: Running') return builder.add({ k: 'connection', event: 'open' });
    if (text === 'Connection state: Stopped') return builder.add({ k: 'connection', event: 'closed' });
    const exit = /^Connection state: Error Process exited with code (-?\d{1,10})/.exec(text);
    if (exit) {
      builder.add({ k: 'process', event: 'exit', code: Number(exit[1]) });
      return builder.add({ k: 'connection', event: 'closed' });
    }
    const command = /^Server command line: (.+)/.exec(text);
    if (command?.[1] !== undefined) this.#connection ??= commandOf(command[1]);
    const address = /(?:^| )(https?:\/\/[^\s"'<>]{1,2000})/.exec(text.slice(0, 4000));
    if (address?.[1] !== undefined && /^(?:Connecting to|Fetching|Using) /i.test(text))
      this.#connection ??= { transport: 'streamable-http', url: address[1] };
    builder.log(record.level, text);
  }

  #takeCursor(record: LogRecord, text: string): void {
    const builder = this.#builder;
    const json = text.search(/\{ ?"(?:jsonrpc|method|id|result)"/);
    if (json >= 0) {
      const end = this.#ends.find(record.start + json, record.end);
      const decoded = end === undefined ? undefined : decodeText(this.#text.slice(record.start + json, end));
      if (decoded && isMessage(decoded)) {
        builder.remark('direction-inferred');
        return this.#message(record, text, json);
      }
    }
    const command = /Starting new stdio process with command: (.+)/.exec(text.slice(0, 4000));
    if (command?.[1] !== undefined) {
      this.#connection ??= commandOf(command[1]);
      builder.add({ k: 'connection', event: 'opening' });
    }
    if (/onnected to \w+ server$/.test(text)) return builder.add({ k: 'connection', event: 'open' });
    if (/Client closed for command/.test(text)) return builder.add({ k: 'connection', event: 'closed' });
    const address = /(https?:\/\/[^\s"'<>]{1,2000})/.exec(text.slice(0, 4000));
    if (address?.[1] !== undefined && /\bclient\b|\bserver\b/i.test(text))
      this.#connection ??= { transport: 'streamable-http', url: address[1] };
    builder.log(record.level, text);
  }

  /** A record whose message begins at `from`. What follows the message is kept as a line of the log. */
  #message(record: LogRecord, text: string, from: number): void {
    const end = this.#ends.find(record.start + from, record.end);
    if (end === undefined || end > record.end) return this.#builder.lose(record.line, text);
    const { raw, changed } = oneLine(this.#text.slice(record.start + from, end));
    const decoded = decodeText(raw);
    const dir = FROM_CLIENT.test(text) ? 'c2s' : FROM_SERVER.test(text) ? 's2c' : this.#directions.infer(decoded);
    this.#directions.know(decoded, dir);
    if (changed) this.#builder.remark('written-anew');
    this.#builder.add({ k: 'message', dir, raw });
    const rest = this.#text.slice(end, record.end);
    if (rest.trim() !== '') this.#builder.log(record.level, rest.trim());
  }
}
