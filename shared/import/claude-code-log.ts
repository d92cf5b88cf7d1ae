/**
 * What Claude Code logs of one MCP server, in `mcp-logs-NAME/*.jsonl` of its cache folder: a line for each thing it did, as an object
 * with `debug` or `error`, `timestamp`, `sessionId` and `cwd`. It names the tools that are called; messages are not in it, but for
 * those that an error quotes.
 */
import { parsedObject } from '#shared/jsonrpc';
import type { EventBody } from '#shared/recording';
import type { Item, Reading } from './items.ts';
import { linesOf } from './lines.ts';
import { timeOf } from './times.ts';

export const CLAUDE_CODE_LINE = /^\{"(?:debug|error)":"(?:[^"\\]|\\.)*"(?:,"timestamp":"|\}$)/;

export function readClaudeCodeLog(text: string): Reading {
  const items = function* (): Generator<Item> {
    let opened = false;
    for (const { number: line, start, end } of linesOf(text)) {
      const own = text.slice(start, end);
      const fields = parsedObject(own);
      const level = fields && typeof fields['error'] === 'string' ? 'error' : 'debug';
      const told: unknown = fields?.[level];
      if (!fields || typeof told !== 'string') {
        yield { is: 'unread', line, text: own };
        continue;
      }
      const time = timeOf(fields['timestamp']);
      const body = eventOf(told, opened);
      if (body) {
        opened ||= body.k === 'connection';
        yield { is: 'event', line, time, body };
      }
      if (body?.k !== 'stderr') yield { is: 'log', line, time, level, text: told };
    }
  };
  return { items, about: () => ({ certain: true }) };
}

function eventOf(text: string, opened: boolean): EventBody | undefined {
  const head = text.slice(0, 200);
  if (head.startsWith('Server stderr: ')) return { k: 'stderr', text: `${text.slice(15).replace(/\n$/, '')}\n` };
  if (head.startsWith('Starting connection')) return { k: 'connection', event: opened ? 'restarted' : 'opening' };
  if (head.startsWith('Successfully connected')) return { k: 'connection', event: 'open' };
  if (/^[\w-]+ connection (?:closed|dropped) after /i.test(head)) return { k: 'connection', event: 'closed' };
  return undefined;
}
