/**
 * What MCPJam's inspector saves of its log: an array of entries with `timestamp`, `source`, `serverId`, `serverName`, `direction`,
 * `method` and the message as `payload`; and what its command line adds to a result as `_rpcLogs`. The log may hold several servers,
 * and traffic that is not MCP with a server: of widgets, of OAuth, plain HTTP.
 */
import { parsedObject } from '#shared/jsonrpc';
import type { Item, Reading } from './items.ts';
import { listIn } from './json-lines.ts';
import { messageIn } from './message-in.ts';

/** Entries of these sources are no messages between client and server. */
const APART: readonly unknown[] = ['mcp-apps', 'oauth', 'http'];

export function isMcpJam(head: string): boolean {
  return (
    (/^\[\s*\{\s*"timestamp"\s*:/.test(head) && /"source"\s*:/.test(head) && /"serverId"\s*:/.test(head)) ||
    (head.startsWith('{') && /"_rpcLogs"\s*:\s*\[/.test(head))
  );
}

/** Undefined when it is no list. */
export function readMcpJam(text: string): Reading | undefined {
  const list = listIn(text);
  if (!list) return undefined;
  const items = function* (): Generator<Item> {
    for (const [index, json] of list.entries()) {
      const line = index + 1;
      const found = messageIn(json, line);
      if (found && !APART.includes(found.fields?.['source'])) yield found;
      else if (found ?? isApart(json)) yield { is: 'apart', line };
      else yield { is: 'unread', line, text: json };
    }
  };
  return { items, about: () => ({}) };
}

function isApart(json: string): boolean {
  const value = parsedObject(json);
  return value !== undefined && APART.includes(value['source']);
}
