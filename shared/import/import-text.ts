/** One way in for every file with MCP traffic. */
import { parsedJson } from '#shared/jsonrpc';
import { readRecorded } from '#shared/recording';
import { cassetteKind, readCassette } from './cassette.ts';
import { readClaudeCodeLog } from './claude-code-log.ts';
import { readClaudeCodeSession } from './claude-code-session.ts';
import { importClaudeLog } from './claude-log.ts';
import { readCurl } from './curl.ts';
import { isHar, readHar } from './har.ts';
import { readHostLog } from './host-log.ts';
import { inspectorKind, readInspector } from './inspector.ts';
import { recordItems, type Reading } from './items.ts';
import { readJsonLines } from './json-lines.ts';
import { readJsonRpcTrace } from './jsonrpc-trace.ts';
import { readMarkdown } from './markdown.ts';
import { readMcpJam } from './mcpjam.ts';
import { readPythonLog } from './python-log.ts';
import { recognise } from './recognise.ts';
import { readTape } from './tape.ts';
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
  const record: Record = (as, reading) => reading && recordItems(as, reading, text, name, options);
  const reader = READERS[format];
  const known =
    format === 'claude-log'
      ? importClaudeLog(text, name, options)
      : reader
        ? record(format, reader(text, name))
        : recordDocument(format, text, name, record);
  return known ?? record('json-lines', readJsonLines(text)) ?? NOTHING;
}

type Record = (format: ImportFormat, reading: Reading | undefined) => ImportResult | undefined;

/** Of the formats that are no JSON document. `name` is the title of what has none. */
const READERS: { readonly [format in ImportFormat]?: (text: string, name: string) => Reading | undefined } = {
  'vscode-log': (text) => readHostLog(text, true),
  'cursor-log': (text) => readHostLog(text, false),
  'claude-code-log': readClaudeCodeLog,
  'claude-code-session': readClaudeCodeSession,
  'python-log': readPythonLog,
  'jsonrpc-trace': readJsonRpcTrace,
  curl: readCurl,
  mcpjam: readMcpJam,
  'mcp-tape': readTape,
  markdown: readMarkdown,
  // Tried for every text of which its own format's reader makes nothing.
  'json-lines': () => undefined,
};

/** One JSON document; undefined when it only looked like one. */
function recordDocument(format: ImportFormat, text: string, name: string, record: Record): ImportResult | undefined {
  const value = parsedJson(text.replace(/^\uFEFF/, ''));
  if (value === undefined) return format === 'mcp-recorder' ? record(format, readTape(text, name)) : undefined;
  if (isHar(value)) return record('har', readHar(value)) ?? NOTHING;
  if (Array.isArray(value) && inspectorKind(value) !== undefined)
    return record('inspector', readInspector(value, text)) ?? NOTHING;
  const kind = cassetteKind(value);
  return kind && record(kind, readCassette(value, text, kind));
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
