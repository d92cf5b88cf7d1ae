/**
 * Claude Desktop's server logs: `mcp-server-NAME.log` and `mcp.log`. A record is a UTC time, the server's name and a level
 * in brackets in either order, and a text, since some version with `{ metadata: … }` behind it. Lines without such a head
 * are the server's standard error.
 */
import { decodeText } from '#shared/jsonrpc';
import type { Connection } from '#shared/recording';
import { mostFirst, recordItems, type About, type Item } from './items.ts';
import { JsonEnds, linesOf, oneLine } from './lines.ts';
import { commandOf } from './program-line.ts';
import { findTime } from './times.ts';
import type { ImportOptions, ImportResult, ServerChoice } from './types.ts';

export const CLAUDE_RECORD =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (?:\[(info|warn|error|debug)\] \[([^\]]{1,200})\]|\[([^\]]{1,200})\] \[(info|warn|error|debug)\])(?: |$)/;
const MESSAGE = /^Message from (client|server): ?/;
const METADATA = /^ *\{ ?metadata: [\s\S]*\}$/;
const NAMES_ONLY = /^(?:method="[^"]{1,200}"|id=\S{1,100} (?:result|error)\b)/;
/** A value that goes on in the next lines, as objects are printed. */
const GOES_ON = /[{[]$/;

/** Read such a log, of the server that is asked for where it has messages of several. */
export function importClaudeLog(
  text: string,
  name: string,
  { server: wanted }: ImportOptions,
): ImportResult | undefined {
  const servers = serversOf(text);
  const talking = servers.filter(({ messages }) => messages > 0);
  const known = servers.some((each) => each.name === wanted);
  if (talking.length > 1 && !known) return { ok: false, format: 'claude-log', servers: talking };
  const server = (known ? wanted : servers[0]?.name) ?? '';
  let connection: Connection | undefined;
  let namesOnly = false;
  const items = function* (): Generator<Item> {
    const ends = new JsonEnds(text);
    let talked = false;
    let open = false;
    for (const { line, head, other, start, end } of recordsOf(text, server)) {
      const own = text.slice(start, end);
      const at = { line, time: head?.time };
      const mark = head && MESSAGE.exec(own);
      const from = start + (mark?.[0].length ?? 0);
      if (other) yield { is: 'apart', line };
      else if (!head) yield { is: 'event', line, body: { k: 'stderr', text: `${own}\n` } };
      // Later versions write only what a message is about.
      else if (mark && NAMES_ONLY.test(text.slice(from, from + 300))) {
        namesOnly = true;
        yield { is: 'log', ...at, level: head.level, text: withoutMetadata(own) };
      } else if (mark) {
        const stop = ends.find(from, end);
        if (stop === undefined || stop > end) {
          yield { is: 'unread', ...at, text: own };
          continue;
        }
        const { raw } = oneLine(text.slice(from, stop));
        talked = true;
        const sender = mark[1] === 'client' ? 'c2s' : 's2c';
        yield { is: 'message', ...at, raw, decoded: decodeText(raw), changed: false, mark: sender };
        const rest = text.slice(stop, end);
        if (rest.trim() !== '' && !METADATA.test(rest))
          yield { is: 'log', ...at, level: head.level, text: rest.trim() };
      } else {
        const event = turnOf(own, talked, open);
        if (event === 'open' || event === 'closed') open = event === 'open';
        const command = /^Using MCP server command: (.+?) with /.exec(own.slice(0, 4000))?.[1];
        if (command !== undefined) connection ??= commandOf(`"${command.replaceAll('"', '')}"`);
        if (event) yield { is: 'event', ...at, body: { k: 'connection', event } };
        else yield { is: 'log', ...at, level: head.level, text: withoutMetadata(own) };
      }
    }
  };
  const about = (): About => ({
    title: server || name,
    connection: connection ?? { transport: 'stdio', command: server, args: [] },
    remarks: namesOnly ? ['names-only'] : [],
    certain: true,
    server: talking.length > 1 ? server : undefined,
  });
  return recordItems('claude-log', { items, about }, text, name, {});
}

const withoutMetadata = (text: string): string => text.replace(/ \{ metadata: undefined \}$/, '');

function turnOf(text: string, talked: boolean, open: boolean): 'opening' | 'restarted' | 'open' | 'closed' | undefined {
  if (text.startsWith('Initializing server')) return talked ? 'restarted' : 'opening';
  if (text.startsWith('Server started and connected successfully')) return 'open';
  return open && /^(?:Server|Client) transport closed(?! unexpectedly)/.test(text) ? 'closed' : undefined;
}

interface LogRecord {
  readonly line: number;
  /** Absent for a line of standard error. */
  readonly head: ReturnType<typeof headOf>;
  /** It belongs to a server that is not looked at. */
  readonly other: boolean;
  /** Offsets of its text, which may go over several lines. */
  readonly start: number;
  end: number;
}

function* recordsOf(text: string, server: string): Generator<LogRecord> {
  let held: LogRecord | undefined;
  let other = false;
  for (const { number: line, start, end } of linesOf(text)) {
    const head = headOf(text, start, end);
    if (held) {
      if (!head) held.end = end;
      if (head || text.startsWith('}', start)) {
        yield held;
        held = undefined;
      }
      if (!head) continue;
    }
    if (head) other = head.server !== server;
    const record = { line, head, other, start: head?.start ?? start, end };
    if (head && !other && GOES_ON.test(text.slice(start, end)) && !MESSAGE.test(text.slice(head.start, end)))
      held = record;
    else yield record;
  }
  if (held) yield held;
}

function headOf(text: string, start: number, end: number) {
  const head = CLAUDE_RECORD.exec(text.slice(start, Math.min(end, start + 300)));
  if (!head) return undefined;
  const [whole, time = '', level, server, serverFirst, levelLast] = head;
  return {
    time: findTime(time),
    level: level ?? levelLast ?? '',
    server: server ?? serverFirst ?? '',
    start: start + whole.length,
  };
}

function serversOf(text: string): ServerChoice[] {
  const messages = new Map<string, number>();
  for (const { start, end } of linesOf(text)) {
    const head = headOf(text, start, end);
    if (!head) continue;
    const more = MESSAGE.test(text.slice(head.start, head.start + 24)) ? 1 : 0;
    messages.set(head.server, (messages.get(head.server) ?? 0) + more);
  }
  return mostFirst(messages);
}
