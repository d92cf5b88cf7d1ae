/** How grave a row is by its own level: log messages, and lines of stderr that plainly name one. */
import { textMember } from '#shared/jsonrpc';
import type { SessionLog } from '#shared/session';
import type { RowView } from '#shared/timeline';
import { entryOf } from './text.ts';

export type Tone = 'error' | 'warning' | 'quiet';

const TONES: { readonly [level: string]: Tone } = {
  emergency: 'error',
  alert: 'error',
  critical: 'error',
  fatal: 'error',
  error: 'error',
  warning: 'warning',
  warn: 'warning',
  debug: 'quiet',
  trace: 'quiet',
};

/** Where a line of stderr says its level: at its beginning, in capitals, or as a field. */
const WRITTEN = [
  /^\W*(fatal|critical|error|warning|warn|debug|trace)\b\W/i,
  /\b(FATAL|CRITICAL|ERROR|WARNING|WARN|INFO|DEBUG|TRACE)\b/,
  /\blevel["']?[=:]\s*["']?(\w+)/i,
];
const LOOKED_AT = 120;

export function toneOf(log: SessionLog, row: RowView): { readonly tone?: Tone } {
  const tone = entryOf(TONES, levelOf(log, row)?.toLowerCase() ?? '');
  return tone === undefined ? {} : { tone };
}

function levelOf(log: SessionLog, { s, method, text = '' }: RowView): string | undefined {
  if (log.event(s)?.k === 'stderr') {
    const line = text.slice(0, LOOKED_AT);
    for (const pattern of WRITTEN) {
      const level = pattern.exec(line)?.[1];
      if (level !== undefined) return level;
    }
    return undefined;
  }
  const decoded = method === 'notifications/message' ? log.decoded(s) : undefined;
  return decoded?.kind === 'notification' ? textMember(decoded.params, 'level') : undefined;
}
