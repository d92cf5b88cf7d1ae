/** One way in for every file with MCP traffic. */
import { parsedJson } from '#shared/jsonrpc';
import { readRecorded } from '#shared/recording';
import { cassetteKind, importCassette } from './cassette.ts';
import { importClaudeCodeLog } from './claude-code-log.ts';
import { importClaudeCodeSession } from './claude-code-session.ts';
import { importClaudeLog } from './claude-log.ts';
import { importCurl } from './curl.ts';
import { importHar, isHar } from './har.ts';
import { importHostLog } from './host-log.ts';
import { importInspector, inspectorKind } from './inspector.ts';
import { importJsonLines } from './json-lines.ts';
import { importJsonRpcTrace } from './jsonrpc-trace.ts';
import { importMarkdown } from './markdown.ts';
import { importMcpJam } from './mcpjam.ts';
import { importPythonLog } from './python-log.ts';
import { recognise } from './recognise.ts';
import { importTape } from './tape.ts';
import type { ImportFormat, ImportOptions, ImportResult } from './types.ts';

/** Another program's file is held in memory several times over. */
export const MAX_IMPORT_CHARS = 256 * 1024 * 1024;

const NOTHING: ImportResult = { ok: false };

/**
 * Make a recording of a file's text: a recording of our own as it is, another program's converted. `name` is the title where
 * the file gives none. What can't be read is kept in its place and named. A file with messages of several servers is read for the
 * one that `options` name; without it the result lists them. Never throws.
 */
export function importText(text: string, name: string, options: ImportOptions = {}): ImportResult {
  const format = recognise(text);
  if (format === 'recording') return ownRecording(text);
  if (format === undefined || text.length > MAX_IMPORT_CHARS) return NOTHING;
  return imported(format, text, name, options) ?? importJsonLines(text, name, options) ?? NOTHING;
}

function imported(
  format: Exclude<ImportFormat, 'recording'>,
  text: string,
  name: string,
  options: ImportOptions,
): ImportResult | undefined {
  switch (format) {
    case 'claude-log':
      return importClaudeLog(text, name, options);
    case 'vscode-log':
    case 'cursor-log':
      return importHostLog(text, name, format);
    case 'claude-code-log':
      return importClaudeCodeLog(text, name, options);
    case 'claude-code-session':
      return importClaudeCodeSession(text, name, options);
    case 'python-log':
      return importPythonLog(text, name, options);
    case 'jsonrpc-trace':
      return importJsonRpcTrace(text, name, options);
    case 'curl':
      return importCurl(text, name);
    case 'mcpjam':
      return importMcpJam(text, name, options);
    case 'mcp-tape':
      return importTape(text, name, format, options);
    case 'markdown':
      return importMarkdown(text, name, options);
    case 'json-lines':
      return undefined;
    default:
      return importDocument(format, text, name, options);
  }
}

/** One JSON document; undefined when it only looked like one. */
function importDocument(
  format: 'har' | 'inspector' | 'mcp-recorder' | 'agent-vcr',
  text: string,
  name: string,
  options: ImportOptions,
): ImportResult | undefined {
  const value = parsedJson(text.replace(/^\uFEFF/, ''));
  if (value === undefined) return format === 'mcp-recorder' ? importTape(text, name, format, options) : undefined;
  if (isHar(value)) return importHar(value, text, name) ?? NOTHING;
  if (Array.isArray(value) && inspectorKind(value) !== undefined) return importInspector(value, text, name) ?? NOTHING;
  const cassette = cassetteKind(value);
  return cassette && importCassette(value, text, name, cassette, options);
}

function ownRecording(text: string): ImportResult {
  const { recorded, summary } = readRecorded(text);
  const problem = summary.problems[0];
  if (!recorded) return problem ? { ok: false, problem } : NOTHING;
  const unread = summary.problems.map(({ line, detail }) => ({ at: line, text: detail }));
  return {
    ok: true,
    format: 'recording',
    recorded,
    unread,
    unreadCount: unread.length,
    remarks: [],
    leftOut: 0,
    summary,
  };
}
