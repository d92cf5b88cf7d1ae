/** Which format a text is in, told from its content alone. */
import { CLAUDE_CODE_LINE } from './claude-code-log.ts';
import { CLAUDE_CODE_ENTRY } from './claude-code-session.ts';
import { CLAUDE_RECORD } from './claude-log.ts';
import { CURL_REQUEST } from './curl.ts';
import { CURSOR_MARK, HOST_RECORD, VSCODE_MARK } from './host-log.ts';
import { TRACE_HEAD } from './jsonrpc-trace.ts';
import { linesOf } from './lines.ts';
import { isMarkdown } from './markdown.ts';
import { isMcpJam } from './mcpjam.ts';
import { PYTHON_MARK, PYTHON_SERVER } from './python-log.ts';
import type { ImportFormat } from './types.ts';

const MAX_LINE_COUNT = 2000;
const MAX_HEAD_CHARS = 1000;
/** What a HAR file holds, behind members of other names. */
const HAR_LOG = /^\{[^{]*"log"\s*:\s*\{\s*"(?:version|creator|browser|pages|entries)"\s*:/;

/** The likely format of a text, from its beginning; undefined when it is none that is known. Reading it may still find no MCP traffic. */
export function recognise(text: string): ImportFormat | undefined {
  const head = text
    .slice(0, MAX_HEAD_CHARS)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (isRecording(head)) return 'recording';
  if (/^\{\s*"log"\s*:/.test(head) || HAR_LOG.test(head)) return 'har';
  // Both begin alike, but only MCPJam names a server.
  if (isMcpJam(head)) return 'mcpjam';
  if (isInspector(head)) return 'inspector';
  const tape = tapeKind(head);
  if (tape) return tape;
  if (/"interactions"\s*:\s*\[/.test(text.slice(0, MAX_CASSETTE_HEAD_CHARS)) && /^\{\s*"/.test(head))
    return /"session"\s*:\s*\{/.test(text.slice(0, MAX_CASSETTE_HEAD_CHARS)) ? 'agent-vcr' : 'mcp-recorder';
  if (/^\[\s*\{/.test(head)) return 'json-lines';
  const log = logFormat(text);
  if (log) return log;
  if (isMarkdown(text)) return 'markdown';
  if (CURL_REQUEST.test(text.slice(0, MAX_CASSETTE_HEAD_CHARS))) return 'curl';
  return hasJson(text) ? 'json-lines' : undefined;
}

/** A cassette's list of interactions begins within this, after the handshake; so does a request of curl, after its certificates. */
const MAX_CASSETTE_HEAD_CHARS = 1024 * 1024;

function tapeKind(head: string): 'mcp-tape' | 'mcp-recorder' | undefined {
  const line = head.split('\n', 1)[0] ?? '';
  if (/^\{(?=.*"type":"meta")(?=.*"mcpTapVersion":)/.test(line)) return 'mcp-tape';
  if (/^\{"t":"[^"]{10,40}","dir":"(?:in|out)","raw":/.test(line)) return 'mcp-tape';
  return /^\{"seq":\d+,"t":[\d.]+,"dir":"(?:c2s|s2c)","msg":/.test(line) ? 'mcp-recorder' : undefined;
}

/** True for the beginning of a recording of our own, whose first line names the format. */
function isRecording(head: string): boolean {
  const line = head.split('\n', 1)[0] ?? '';
  return line.startsWith('{') && /"mcprec"\s*:\s*\d/.test(line) && !/"jsonrpc"/.test(line);
}

function isInspector(head: string): boolean {
  return (
    (/^\[\s*\{\s*"(?:id|timestamp)"\s*:/.test(head) && /"(?:direction|requestHeaders)"\s*:/.test(head)) ||
    /^\[\s*\{\s*"(?:receivedAt"\s*:|timestamp"\s*:\s*"[^"]*"\s*,\s*"message"\s*:\s*")/.test(head)
  );
}

function logFormat(text: string): ImportFormat | undefined {
  let host = false;
  let looked = 0;
  for (const { start, end } of linesOf(text)) {
    if (++looked > MAX_LINE_COUNT) break;
    const line = text.slice(start, Math.min(end, start + MAX_HEAD_CHARS));
    if (CLAUDE_RECORD.test(line)) return 'claude-log';
    if (CLAUDE_CODE_LINE.test(line)) return 'claude-code-log';
    if (CLAUDE_CODE_ENTRY.test(line)) return 'claude-code-session';
    if (TRACE_HEAD.test(line)) return 'jsonrpc-trace';
    if (PYTHON_MARK.test(line) || PYTHON_SERVER.test(line)) return 'python-log';
    const record = HOST_RECORD.exec(line);
    if (!record) continue;
    const rest = line.slice(record[0].length);
    if (VSCODE_MARK.test(rest)) return 'vscode-log';
    host ||= CURSOR_MARK.test(rest);
  }
  return host ? 'cursor-log' : undefined;
}

function hasJson(text: string): boolean {
  let looked = 0;
  for (const { start, end } of linesOf(text)) {
    if (++looked > MAX_LINE_COUNT) return false;
    if (/"(?:jsonrpc|method)"|\\"jsonrpc\\"/.test(text.slice(start, Math.min(end, start + 65536)))) return true;
  }
  return false;
}
