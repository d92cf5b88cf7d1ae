/** What went wrong in a session, an event a line, and what the server last said on standard error. */
import { carriedBy, textOf } from '#shared/recording';
import { isProbe, type SessionLog } from '#shared/session';
import { describe, isTrouble } from '#shared/timeline';
import { rowText, type PartKind, type Words } from '#shared/words';
import { fenced, inlineCode, markdownText } from './markdown-text.ts';

const MAX_TROUBLE_COUNT = 40;
const MAX_STDERR_LINES = 20;
const MAX_STDERR_CHARS = 4000;

/**
 * Errors, faults, timeouts and what was never answered, in order, as `lines` of markdown about `events`; a fault of an event in `told`
 * is told elsewhere. `stderr`: the end of standard error as a section; empty when there was none.
 */
export function troublesOf(log: SessionLog, words: Words, told: ReadonlySet<number> = new Set()) {
  const unanswered = new Set(
    log.operations
      .filter(({ kind, closed, outcome }) => kind === 'request' && (closed === undefined || outcome === 'ended'))
      .map(({ opened }) => opened),
  );
  const lines: string[] = [];
  const events: number[] = [];
  let left = 0;
  for (const { s, k } of log.events) {
    const timedOut = k === 'timeout' && !isProbe(log.operationOf(s) ?? {});
    if (!isTrouble(log, s) && !timedOut && !unanswered.has(s)) continue;
    if (told.has(s) && !timedOut && !unanswered.has(s) && isFaultOnly(log, s)) continue;
    if (lines.length >= MAX_TROUBLE_COUNT) {
      left++;
      continue;
    }
    lines.push(`${words.report.event(s)}${words.common.colon}${sentence(log, s, words)}`);
    events.push(s);
  }
  return { lines, left, events, stderr: stderrTail(log, words) };
}

const FAILED: ReadonlySet<string | undefined> = new Set(['error', 'tool-error', 'no-answer', 'timeout']);

/** True for a message that is against the protocol, and in no other way a failure. */
function isFaultOnly(log: SessionLog, s: number): boolean {
  const note = log.notes.get(s);
  return note?.faults !== undefined && !(note.role === 'closes' && FAILED.has(log.operations.get(note.op)?.outcome));
}

/** What is wire text, and so code; other parts are words. */
const CODE: ReadonlySet<PartKind> = new Set(['method', 'name', 'id', 'raw', 'wire']);

function sentence(log: SessionLog, s: number, words: Words): string {
  const view = describe(log, s);
  if (!view) return '';
  const { parts, place, took } = rowText(words, log, view);
  const { colon, serverToClient, clientToServer } = words.common;
  const text = parts.map((part) => (CODE.has(part.kind) ? inlineCode(part.text) : markdownText(part.text))).join(' ');
  if (place) return text;
  const way = view.dir === 's2c' ? serverToClient : clientToServer;
  return `${way}${colon}${text}${took === '' ? '' : words.common.aside(markdownText(took))}`;
}

function stderrTail(log: SessionLog, { report }: Words): string[] {
  let text = '';
  let pieces = 0;
  for (let s = log.length - 1; s >= 0 && text.length < MAX_STDERR_CHARS; s--) {
    const event = log.event(s);
    if (event?.k !== 'stderr') continue;
    pieces++;
    text = textOf(carriedBy(event)).slice(-MAX_STDERR_CHARS) + text;
  }
  if (pieces === 0) return [];
  const lines = text.replace(/\n$/, '').split('\n').slice(-MAX_STDERR_LINES);
  return [
    `### ${report.stderr(lines.length)}`,
    fenced(lines.join('\n').slice(-MAX_STDERR_CHARS), 'text', MAX_STDERR_CHARS),
  ];
}
