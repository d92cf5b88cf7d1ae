/** Debug logs of the Python SDK (`mcp`), versions 1 and 2, any layout: printed objects such as `root=JSONRPCRequest(method='ping', …)`. */
import { decodeText } from '#shared/jsonrpc';
import type { Connection } from '#shared/recording';
import { isMessage } from './direction.ts';
import type { About, Item, Reading } from './items.ts';
import { linesOf } from './lines.ts';
import { membersAsJson, reprAsJson } from './printed-value.ts';
import { findTime } from './times.ts';

/** What only its transports write, behind the logger's name. */
export const PYTHON_MARK =
  /\bmcp\.(?:client|server)\.[\w.]+.{0,80}?(Sending client message|SSE message|Received server message|Validated client message|Sending message via SSE|Received message): (?=root=|jsonrpc=|SessionMessage\()/;
/** Without transports, a server's log says what it was asked, not the message. */
export const PYTHON_SERVER =
  /\bmcp\.server\.lowlevel\.server\b.{0,80}?(?:Processing request of type|Received message: )/;
const LOGGER = /\bmcp\.(?:client|server|shared)\.\w/;
const OF_SERVER = /\bmcp\.server\./;
const ADDRESS = /Connecting to (?:StreamableHTTP|SSE) endpoint: (https?:\/\/\S{1,2000})/;
/** A line of this length or less may name its logger and time anywhere before the message. */
const MAX_HEAD_CHARS = 400;

export function readPythonLog(text: string): Reading {
  let connection: Connection | undefined;
  const items = function* (): Generator<Item> {
    let time: ReturnType<typeof findTime>;
    for (const { number: line, start, end } of linesOf(text)) {
      const head = text.slice(start, Math.min(end, start + MAX_HEAD_CHARS));
      const mark = PYTHON_MARK.exec(head);
      const before = mark ? head.slice(0, mark.index) : head.slice(0, 60);
      time = findTime(before) ?? time;
      const url = ADDRESS.exec(text.slice(start, Math.min(end, start + 2400)))?.[1];
      if (url !== undefined) connection ??= { transport: 'streamable-http', url };
      if (!mark) {
        yield { is: 'log', line, time, level: LOGGER.test(head) ? 'debug' : 'other', text: text.slice(start, end) };
        continue;
      }
      const raw = messageOf(text.slice(start + mark.index + mark[0].length, end));
      const decoded = raw === undefined ? undefined : decodeText(raw);
      const sent = ['Sending client message', 'Validated client message', 'Received message'].includes(mark[1] ?? '');
      if (raw === undefined || !decoded || !isMessage(decoded))
        yield { is: 'unread', line, time, text: text.slice(start, end) };
      else yield { is: 'message', line, time, raw, decoded, changed: true, mark: sent ? 'c2s' : 's2c' };
    }
  };
  const side = OF_SERVER.test(text.slice(0, 65536)) ? 'server' : 'client';
  const about = (): About => ({
    connection,
    certain: PYTHON_SERVER.test(text.slice(0, 65536)),
    by: { name: `mcp (Python, ${side})`, version: '' },
  });
  return { items, about };
}

function messageOf(printed: string): string | undefined {
  const inner = printed.replace(/^SessionMessage\(message=/, '').replace(/^(?:JSONRPCMessage\()?root=/, '');
  if (inner === printed) return membersAsJson(printed);
  return reprAsJson(inner)?.json;
}
