/** Claude Code sessions (`~/.claude/projects/…/ID.jsonl`): MCP calls (`mcp__SERVER__TOOL`) and results; messages are rebuilt here. */
import { decodeText, isObject, type JsonObject, parsedObject } from '#shared/jsonrpc';
import type { Item, Reading } from './items.ts';
import { linesOf } from './lines.ts';
import { timeOf, type FoundTime } from './times.ts';

const TOOL = /^mcp__(.{1,200}?)__(.{1,500})$/s;
/** The beginning of a line of such a file: an entry of the conversation, with ids that only it has. */
export const CLAUDE_CODE_ENTRY =
  /^\{(?=.*"(?:sessionId|session_id|leafUuid)":")(?=.*"type":"(?:user|assistant|system|summary|attachment|progress|file-history-snapshot|queue-operation)")(?=.*"(?:parentUuid|uuid|leafUuid|isSidechain|messageId|operation)":)/s;

export function readClaudeCodeSession(text: string): Reading {
  return {
    items: () => itemsOf(text),
    about: (server = '') => ({
      connection: { transport: 'stdio', command: server, args: [] },
      remarks: ['put-together'],
      certain: true,
    }),
  };
}

function* itemsOf(text: string): Generator<Item> {
  // The server of each call, for its result. A resumed session repeats earlier entries.
  const calls = new Map<string, string>();
  const answered = new Set<string>();
  for (const { number: line, start, end } of linesOf(text)) {
    const entry = parsedObject(text.slice(start, end));
    if (!entry) {
      yield { is: 'unread', line, text: text.slice(start, end) };
      continue;
    }
    const time = timeOf(entry['timestamp']);
    const found: Item[] = [];
    const content: unknown = isObject(entry['message']) ? entry['message']['content'] : undefined;
    for (const block of Array.isArray(content) ? (content as readonly unknown[]) : []) {
      if (!isObject(block)) continue;
      const { type, id, tool_use_id: of } = block;
      if (type === 'tool_use' && typeof id === 'string' && !calls.has(id)) {
        const tool = TOOL.exec(typeof block['name'] === 'string' ? block['name'] : '');
        if (!tool) continue;
        calls.set(id, tool[1] ?? '');
        const params = { name: tool[2], arguments: isObject(block['input']) ? block['input'] : {} };
        found.push(madeOf({ jsonrpc: '2.0', id, method: 'tools/call', params }, 'c2s', line, time, tool[1]));
      } else if (type === 'tool_result' && typeof of === 'string' && calls.has(of) && !answered.has(of)) {
        answered.add(of);
        found.push(madeOf({ jsonrpc: '2.0', id: of, result: resultOf(block) }, 's2c', line, time, calls.get(of)));
      }
    }
    if (found.length > 0) yield* found;
    else yield { is: 'apart', line };
  }
}

function madeOf(value: object, mark: 'c2s' | 's2c', line: number, time: FoundTime | undefined, server?: string): Item {
  const raw = JSON.stringify(value);
  return { is: 'message', line, time, raw, decoded: decodeText(raw), changed: true, mark, server };
}

/** A result's blocks as the protocol has them: the conversation has other names for images. */
function resultOf({ content, is_error: isError }: JsonObject): object {
  const blocks: readonly unknown[] = Array.isArray(content)
    ? content
    : typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : [];
  return { content: blocks.map(blockOf), ...(isError === true ? { isError: true } : {}) };
}

function blockOf(block: unknown): unknown {
  if (!isObject(block) || block['type'] !== 'image' || !isObject(block['source'])) return block;
  const { data, media_type: mimeType } = block['source'];
  return typeof data === 'string' ? { type: 'image', data, mimeType } : block;
}
