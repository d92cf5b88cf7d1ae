/** What a file's reader finds, in the file's order, and the recording that is made of it: one server's messages and what stands around them. */
import type { Decoded } from '#shared/jsonrpc';
import { opposite, type Connection, type Direction, type EventBody } from '#shared/recording';
import { Builder } from './builder.ts';
import { Directions, senderOf } from './direction.ts';
import type { Mark } from './line-prefix.ts';
import type { FoundTime } from './times.ts';
import {
  PROGRAM_OF_FORMAT,
  type ImportFormat,
  type ImportOptions,
  type ImportRemark,
  type ImportResult,
  type ServerChoice,
} from './types.ts';

interface Placed {
  /** 1-based line, or number of the entry. */
  readonly line: number;
  readonly time?: FoundTime | undefined;
  /** The server it belongs to, where the file tells; what has none belongs to each. */
  readonly server?: string | undefined;
}

export interface FoundMessage extends Placed {
  readonly is: 'message';
  readonly raw: string;
  readonly decoded: Decoded;
  /** White space was taken out, or it was parsed and written again. */
  readonly changed: boolean;
  readonly mark?: Mark | undefined;
}

export type Item =
  | FoundMessage
  /** Text that holds no message: not understood, or what a program or person wrote around messages. */
  | (Placed & { readonly is: 'unread'; readonly text: string })
  | (Placed & { readonly is: 'log'; readonly level: string; readonly text: string })
  | (Placed & { readonly is: 'event'; readonly body: EventBody })
  /** Something that is known, and no MCP traffic. */
  | (Placed & { readonly is: 'apart' });

/** What a reader says of the session as a whole. */
export interface About {
  /** Absent: the server's name, else the file's. */
  readonly title?: string | undefined;
  readonly connection?: Connection | undefined;
  /** The program that wrote the file, where that is not the one that the format is named after. */
  readonly by?: { readonly name: string; readonly version: string };
  readonly remarks?: readonly ImportRemark[];
  /** A file without messages is taken all the same: its format tells whose it is. */
  readonly certain?: boolean;
  /** The server that the reader chose of several. */
  readonly server?: string | undefined;
}

export interface Reading {
  /** Gives the items anew each time. */
  readonly items: () => Iterable<Item>;
  /** Asked when all items were read. */
  readonly about: (server?: string) => About;
}

const MAX_SERVER_COUNT = 1000;

/** Make a recording. Undefined without messages if the format is uncertain. */
export function recordItems(
  format: ImportFormat,
  { items, about }: Reading,
  text: string,
  name: string,
  { server: wanted }: ImportOptions,
): ImportResult | undefined {
  const { servers, outward } = survey(items());
  const known = servers.some((each) => each.name === wanted);
  if (servers.length > 1 && !known) return { ok: false, format, servers };
  const server = known ? wanted : servers[0]?.name;
  const builder = new Builder();
  const directions = new Directions();
  let leftOut = 0;
  for (const item of items()) {
    if (item.is === 'apart' || (item.server !== undefined && server !== undefined && item.server !== server)) {
      leftOut++;
      continue;
    }
    if (item.time) builder.at(item.time.ms);
    if (item.time?.zoneless) builder.remark('zone-unknown');
    if (item.is === 'unread') builder.addUnread(item.line, item.text);
    else if (item.is === 'log') builder.add({ k: 'unknown', fields: { k: 'log', level: item.level, text: item.text } });
    else if (item.is === 'event') builder.add(item.body);
    else {
      if (!item.time) builder.remark('times-unknown');
      if (item.changed) builder.remark('written-anew');
      if (item.mark === undefined) builder.remark('direction-inferred');
      const dir = sideOf(item.mark, outward) ?? directions.infer(item.decoded);
      directions.know(item.decoded, dir);
      builder.add({ k: 'message', dir, raw: item.raw });
    }
  }
  const chosen = servers.length > 1 ? server : undefined;
  const {
    title = server ?? name,
    connection,
    by = { name: PROGRAM_OF_FORMAT[format], version: '' },
    remarks = [],
    certain = false,
    server: own = chosen,
  } = about(server);
  if (builder.messages === 0 && !certain) return undefined;
  for (const remark of remarks) builder.remark(remark);
  return builder.finish({ format, text, title, connection, by, leftOut, server: own });
}

/** Servers with messages, most first; and the log's outward direction, by the first message only one side can send. */
function survey(items: Iterable<Item>): { readonly servers: readonly ServerChoice[]; readonly outward: Direction } {
  const counts = new Map<string, number>();
  let outward: Direction | undefined;
  for (const item of items) {
    if (item.is !== 'message') continue;
    const { server, mark, decoded } = item;
    if (server !== undefined && (counts.has(server) || counts.size < MAX_SERVER_COUNT))
      counts.set(server, (counts.get(server) ?? 0) + 1);
    if (outward !== undefined || (mark !== 'out' && mark !== 'in')) continue;
    const sender = senderOf(decoded);
    if (sender) outward = (sender === 'c2s') === (mark === 'out') ? 'c2s' : 's2c';
  }
  return { servers: mostFirst(counts), outward: outward ?? 'c2s' };
}

export function mostFirst(counts: ReadonlyMap<string, number>): ServerChoice[] {
  return [...counts].map(([name, messages]) => ({ name, messages })).sort((a, b) => b.messages - a.messages);
}

function sideOf(mark: Mark | undefined, outward: Direction): Direction | undefined {
  if (mark === 'out') return outward;
  if (mark === 'in') return opposite(outward);
  return mark;
}
