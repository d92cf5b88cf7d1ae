/**
 * Claude Desktop's server logs: `mcp-server-NAME.log` and `mcp.log`. A record is a UTC time, the server's name and a level
 * in brackets in either order, and a text, since some version with `{ metadata: … }` behind it. Lines without such a head
 * are the server's standard error.
 */
import { decodeText } from '#shared/jsonrpc';
import { Builder } from './builder.ts';
import { Directions } from './direction.ts';
import { JsonEnds, linesOf, oneLine } from './lines.ts';
import { commandOf } from './program-line.ts';
import type { Connection } from '#shared/recording';
import { findTime } from './times.ts';
import type { ImportOptions, ImportResult, ServerChoice } from './types.ts';

export const CLAUDE_RECORD =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (?:\[(info|warn|error|debug)\] \[([^\]]{1,200})\]|\[([^\]]{1,200})\] \[(info|warn|error|debug)\])(?: |$)/;
const MESSAGE = /^Message from (client|server): ?/;
const METADATA = /^ *\{ ?metadata: [\s\S]*\}$/;
const NAMES_ONLY = /^(?:method="[^"]{1,200}"|id=\S{1,100} (?:result|error)\b)/;
/** A value that goes on in the next lines, as objects are printed. */
const GOES_ON = /[{[]$/;

interface Head {
  readonly line: number;
  readonly time: string;
  readonly level: string;
  readonly server: string;
  /** Offset of the text. */
  readonly start: number;
}

/** Read such a log, of the server that is asked for where it has messages of several. */
export function importClaudeLog(text: string, name: string, { server }: ImportOptions = {}): ImportResult {
  const servers = serversOf(text);
  const talking = servers.filter(({ messages }) => messages > 0);
  const known = servers.some((each) => each.name === server);
  if (talking.length > 1 && !known) return { ok: false, format: 'claude-log', servers: talking };
  return new ClaudeLog(text, name, (known ? server : servers[0]?.name) ?? '').read(talking.length > 1);
}

class ClaudeLog {
  readonly #text: string;
  readonly #name: string;
  readonly #builder = new Builder();
  readonly #directions = new Directions();
  readonly #ends: JsonEnds;
  readonly #server: string;
  #connection: Connection | undefined;
  #open = false;
  #leftOut = 0;

  constructor(text: string, name: string, server: string) {
    this.#text = text;
    this.#name = name;
    this.#ends = new JsonEnds(text);
    this.#server = server;
  }

  /** `chosen`: the file has messages of other servers. */
  read(chosen: boolean): ImportResult {
    /** A record of several lines that was begun, and where it ends so far. */
    let held: { readonly head: Head; end: number } | undefined;
    /** The lines up to the next head belong to a server that is not looked at. */
    let other = false;
    const flush = (): void => {
      if (held) this.#tell(held.head, this.#text.slice(held.head.start, held.end));
      held = undefined;
    };
    for (const { number, start, end } of linesOf(this.#text)) {
      const head = headOf(this.#text, number, start, end);
      const text = this.#text.slice(start, end);
      if (head) {
        flush();
        other = head.server !== this.#server;
        if (other) this.#leftOut++;
        else if (MESSAGE.test(this.#text.slice(head.start, head.start + 24))) this.#message(head, end);
        else if (GOES_ON.test(text)) held = { head, end };
        else this.#tell(head, this.#text.slice(head.start, end));
      } else if (held) {
        held.end = end;
        if (/^\}/.test(text)) flush();
      } else if (other) this.#leftOut++;
      else this.#builder.add({ k: 'stderr', text: `${text}\n` });
    }
    flush();
    return this.#builder.finish({
      format: 'claude-log',
      text: this.#text,
      name: this.#server || this.#name,
      connection: this.#connection ?? { transport: 'stdio', command: this.#server, args: [] },
      by: { name: 'Claude Desktop', version: '' },
      leftOut: this.#leftOut,
      ...(chosen ? { server: this.#server } : {}),
    });
  }

  #message(head: Head, lineEnd: number): void {
    this.#builder.at(findTime(head.time)?.ms);
    const text = this.#text.slice(head.start, lineEnd);
    const mark = MESSAGE.exec(text);
    const from = head.start + (mark?.[0].length ?? 0);
    // Later versions write only what a message is about.
    if (NAMES_ONLY.test(this.#text.slice(from, from + 300))) {
      this.#builder.remark('names-only');
      return this.#builder.log(head.level, text.replace(/ \{ metadata: undefined \}$/, ''));
    }
    const end = this.#ends.find(from, lineEnd);
    if (end === undefined || end > lineEnd) return this.#builder.lose(head.line, text);
    const { raw } = oneLine(this.#text.slice(from, end));
    const dir = mark?.[1] === 'client' ? 'c2s' : 's2c';
    this.#directions.know(decodeText(raw), dir);
    this.#builder.add({ k: 'message', dir, raw });
    const rest = this.#text.slice(end, lineEnd);
    if (rest.trim() !== '' && !METADATA.test(rest)) this.#builder.log(head.level, rest.trim());
  }

  /** A record that tells what happened. */
  #tell(head: Head, text: string): void {
    const builder = this.#builder;
    builder.at(findTime(head.time)?.ms);
    if (text.startsWith('Initializing server')) {
      return builder.add({ k: 'connection', event: builder.messages > 0 ? 'restarted' : 'opening' });
    }
    if (text.startsWith('Server started and connected successfully')) {
      this.#open = true;
      return builder.add({ k: 'connection', event: 'open' });
    }
    if (this.#open && /^(?:Server|Client) transport closed(?! unexpectedly)/.test(text)) {
      this.#open = false;
      return builder.add({ k: 'connection', event: 'closed' });
    }
    const command = /^Using MCP server command: (.+?) with /.exec(text.slice(0, 4000));
    if (command?.[1] !== undefined) this.#connection ??= commandOf(`"${command[1].replaceAll('"', '')}"`);
    builder.log(head.level, text.replace(/ \{ metadata: undefined \}$/, ''));
  }
}

function headOf(text: string, line: number, start: number, end: number): Head | undefined {
  const head = CLAUDE_RECORD.exec(text.slice(start, Math.min(end, start + 300)));
  if (!head) return undefined;
  const [whole, time = '', level, server, serverFirst, levelLast] = head;
  return {
    line,
    time,
    level: level ?? levelLast ?? '',
    server: server ?? serverFirst ?? '',
    start: start + whole.length,
  };
}

/** The servers of the log, those with most messages first. */
function serversOf(text: string): ServerChoice[] {
  const messages = new Map<string, number>();
  for (const { number, start, end } of linesOf(text)) {
    const head = headOf(text, number, start, end);
    if (!head) continue;
    const more = MESSAGE.test(text.slice(head.start, head.start + 24)) ? 1 : 0;
    messages.set(head.server, (messages.get(head.server) ?? 0) + more);
  }
  return [...messages].map(([name, count]) => ({ name, messages: count })).sort((a, b) => b.messages - a.messages);
}
