/** A run of like events in words: how many there are, and what the last of them says. */
import { eraOf } from '#shared/mcp';
import type { SessionLog } from '#shared/session';
import { countOf, describe, type Run } from '#shared/timeline';
import { eraReason } from './connection.ts';
import type { Words } from './dictionary.ts';
import { duration } from './figures.ts';
import { rowText, type RowPart, type RowText } from './row.ts';
import { toneOf } from './tone.ts';
import { asItIs, oneLine } from './text.ts';

/** The row of a run in words, as of event `asOf`. */
export function runText(words: Words, log: SessionLog, run: Run, asOf = Infinity, showUrl = asItIs): RowText {
  const t = words.rows.runs;
  const isProbe = run.kind === 'probe';
  const { lead, details } = isProbe ? probe(words, log, run, asOf) : likeEvents(words, log, run, asOf, showUrl);
  const { openedAt = 0, closedAt } = (isProbe ? log.operationOf(run.events[0] ?? -1) : undefined) ?? {};
  const last = describe(log, run.events[countOf(run, asOf) - 1] ?? 0);
  const place = isProbe ? 'middle' : run.kind === 'stderr' ? 'chip' : undefined;
  const parts: RowPart[] = [{ kind: 'lead', text: lead }];
  if (details !== '' && !run.open) parts.push({ kind: 'details', text: details });
  return {
    parts,
    ...(last && run.kind === 'log' ? toneOf(log, last) : {}),
    ...(place === undefined ? {} : { place }),
    took: closedAt === undefined || run.open ? '' : duration(closedAt - openedAt, words.common.locale),
    spoken: [lead, run.open ? '' : details, run.open ? t.unfolded : t.folded],
    open: false,
  };
}

type Said = { readonly lead: string; readonly details: string };

function likeEvents(words: Words, log: SessionLog, run: Run, asOf: number, showUrl: typeof asItIs): Said {
  const t = words.rows.runs;
  const { kind, events } = run;
  const count = countOf(run, asOf);
  const last = events[count - 1] ?? 0;
  if (kind === 'probe') return { lead: '', details: '' };
  if (kind === 'stderr') return { lead: t.stderr(count), details: '' };
  // Each is a request and its answer.
  if (kind === 'ping') return { lead: t.ping(Math.ceil(count / 2)), details: '' };
  const lead = kind === 'notification' ? t.notification(count, oneLine(log.notes[last]?.method ?? '')) : t[kind](count);
  const row = describe(log, last);
  const said = row ? rowText(words, log, row, asOf, showUrl).parts.filter((part) => part.kind === 'details') : [];
  const content = said.map(({ text }) => text).join(' ');
  return { lead, details: content === '' ? '' : t.last(content) };
}

/** The probe and its verdict: what it found, and why. */
function probe(words: Words, log: SessionLog, { events }: Run, asOf: number): Said {
  const t = words.rows;
  const verdict = events.findLast((s) => s <= asOf && log.events[s]?.k === 'connection');
  const event = log.events[verdict ?? -1];
  if (event?.k !== 'connection') {
    const { outcome } = log.operationsAsOf(asOf).of(events[0] ?? -1) ?? {};
    return { lead: outcome === 'result' || outcome === undefined ? t.probe : t.probeTold, details: '' };
  }
  const { detail = '', reason = '' } = event;
  const lead = eraOf(detail) === 'handshake' ? t.probeTold : t.probeStateless(oneLine(detail));
  return { lead, details: eraReason(reason, words).title };
}
