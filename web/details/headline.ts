import type { SessionLog } from '#shared/session';
import type { RowView } from '#shared/timeline';
import { askedText, stepText } from '#shared/words';
import { maskUrl } from '../base/mask.ts';
import { words } from '../base/i18n/all.ts';
import { detailsWords } from './words/index.ts';

/** `tools/call #4`, `result #4`, `{"id":999,…`: at most one line of plain text. */
export function headline(row: RowView, log: SessionLog): string {
  const details = detailsWords.now;
  const event = log.event(row.s);
  const step = event && stepText(words.now, log, event, maskUrl);
  if (step) return [`${step.step}:`, step.status, step.line].filter(Boolean).join(' ');
  const id = row.id === undefined ? '' : `#${row.id}`;
  switch (row.shape) {
    case 'response':
      return `${details.answerOf[outcomeOf(log, row.s)]} ${id}`;
    case 'note':
      return row.text ?? '';
    case 'malformed':
      return (row.text ?? '').split('\n', 1)[0] ?? '';
    default:
      return [row.method ?? '', id, subjectOf(row, log)].filter((part) => part !== '').join(' ');
  }
}

/** What a message is about: the tool's name, the resource's address; of a notification what it says. Empty when nothing is known. */
export function subjectOf({ s, name = '' }: RowView, log: SessionLog): string {
  const [event, decoded] = [log.event(s), log.decoded(s)];
  if (name !== '' || decoded?.kind !== 'notification' || event?.k !== 'message') return name;
  return askedText(words.now, decoded, event.raw);
}

export function outcomeOf(log: SessionLog, s: number): 'result' | 'error' {
  const decoded = log.decoded(s);
  return decoded?.kind === 'response' ? decoded.outcome : 'result';
}
