/** One way in for every file with MCP traffic. */
import { readRecorded } from '#shared/recording';
import { importClaudeLog } from './claude-log.ts';
import { importHar, isHar } from './har.ts';
import { importHostLog } from './host-log.ts';
import { importInspector, inspectorKind } from './inspector.ts';
import { importJsonLines } from './json-lines.ts';
import { recognise } from './recognise.ts';
import type { ImportResult } from './types.ts';

/** Longest text (UTF-16 units) of another program's file that is read: it is held in memory several times over. */
export const LONGEST_IMPORT = 256 * 1024 * 1024;

const NOTHING: ImportResult = { ok: false };

/**
 * Make a recording of a file's text: a recording of our own as it is, another program's converted. `name` is the title where
 * the file gives none. What can't be read is kept in its place and named. Never throws.
 */
export function importText(text: string, name: string): ImportResult {
  const format = recognise(text);
  if (format === 'recording') return ownRecording(text);
  if (format === undefined || text.length > LONGEST_IMPORT) return NOTHING;
  switch (format) {
    case 'claude-log':
      return importClaudeLog(text, name);
    case 'vscode-log':
    case 'cursor-log':
      return importHostLog(text, name, format);
    case 'json-lines':
      return importJsonLines(text, name) ?? NOTHING;
    default:
      return importDocument(text, name) ?? NOTHING;
  }
}

/** One JSON document: a HAR file, an export of the inspector, or, when it only looked like one, messages. */
function importDocument(text: string, name: string): ImportResult | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return importJsonLines(text, name);
  }
  if (isHar(value)) return importHar(value, text, name);
  if (Array.isArray(value) && inspectorKind(value) !== undefined) return importInspector(value, text, name);
  return importJsonLines(text, name);
}

function ownRecording(text: string): ImportResult {
  const { recorded, summary } = readRecorded(text);
  const problem = summary.problems[0];
  if (!recorded) return problem ? { ok: false, problem } : NOTHING;
  const unread = summary.problems.map(({ line, detail }) => ({ at: line, text: detail }));
  return { ok: true, format: 'recording', recorded, unread, remarks: [], leftOut: 0 };
}
