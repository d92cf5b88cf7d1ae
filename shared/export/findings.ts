/** What went wrong in a session, an event a line, and what the server last said on standard error. */
import { textOf } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { describe, isTrouble } from '#shared/timeline';
import { countOf } from './figures.ts';
import { fenced, inlineCode, markdownText } from './markdown-text.ts';
import { noteLabel } from './note-label.ts';
import { rowLabel, timeLabel } from './row-label.ts';

const MOST = 40;
const STDERR_LINES = 20;
const STDERR_LENGTH = 4000;

export interface Findings {
  /** As markdown. */
  readonly lines: readonly string[];
  readonly left: number;
  /** Sequence numbers of the events that the lines are about, ascending. */
  readonly events: readonly number[];
  /** The end of standard error as a section; empty when there was none. */
  readonly stderr: readonly string[];
}

/** Errors, faults, timeouts and what was never answered, in order. */
export function findingsOf(log: SessionLog): Findings {
  const unanswered = new Set(
    log.operations
      .filter(({ kind, closed, outcome }) => kind === 'request' && (closed === undefined || outcome === 'ended'))
      .map(({ opened }) => opened),
  );
  const lines: string[] = [];
  const events: number[] = [];
  let left = 0;
  for (const { s, k } of log.events) {
    if (!isTrouble(log, s) && k !== 'timeout' && !unanswered.has(s)) continue;
    if (lines.length >= MOST) {
      left++;
      continue;
    }
    lines.push(`event ${s}: ${sentence(log, s)}`);
    events.push(s);
  }
  return { lines, left, events, stderr: stderrTail(log) };
}

function sentence(log: SessionLog, s: number): string {
  const view = describe(log, s);
  const event = log.events[s];
  if (!view || !event) return '';
  const note = noteLabel(log, event);
  if (note)
    return [markdownText(note.tag), note.mono ? inlineCode(note.text) : markdownText(note.text)].join(' ').trim();
  const way = view.dir === 's2c' ? 'server → client' : 'client → server';
  const { before, method, id, loud, details } = rowLabel(log, view);
  const words = view.shape === 'malformed' ? inlineCode(loud) : markdownText(loud);
  const parts = [markdownText(before), inlineCode(method), inlineCode(id), words, markdownText(details)];
  const took = timeLabel(log, view);
  return `${way}: ${parts.filter(Boolean).join(' ')}${took === '' ? '' : ` (${markdownText(took)})`}`;
}

function stderrTail(log: SessionLog): string[] {
  let text = '';
  let pieces = 0;
  for (let s = log.length - 1; s >= 0 && text.length < STDERR_LENGTH; s--) {
    const event = log.events[s];
    if (event?.k !== 'stderr') continue;
    pieces++;
    text = (event.b64 === undefined ? (event.text ?? '') : textOf({ b64: event.b64 })).slice(-STDERR_LENGTH) + text;
  }
  if (pieces === 0) return [];
  const lines = text.replace(/\n$/, '').split('\n').slice(-STDERR_LINES);
  const heading = `### The end of standard error (${countOf(lines.length, 'line', 'lines')})`;
  return [heading, fenced(lines.join('\n').slice(-STDERR_LENGTH), 'text', STDERR_LENGTH)];
}
