/** One line about an event, in words. */
import type { SessionLog } from '#shared/session';
import type { RowView } from '#shared/timeline';
import { stepText } from '#shared/words';
import { maskUrl } from '../base/mask.ts';
import type { Messages } from '../base/i18n/index.svelte.ts';

/** `tools/call #4`, `result of #4`, `{"id":999,…`: at most one line of plain text. */
export function headline(row: RowView, log: SessionLog, words: Messages): string {
  const { details } = words;
  const event = log.events[row.s];
  const step = event && stepText(words, log, event, maskUrl);
  if (step) return [`${step.step}:`, step.status, step.line].filter(Boolean).join(' ');
  const id = row.id === undefined ? '' : `#${row.id}`;
  switch (row.shape) {
    case 'response':
      return `${details.answerOf[outcomeOf(log, row.s)]} ${id}`;
    case 'note':
      return row.text ?? '';
    case 'malformed':
      return (row.text ?? '').split('\n', 1)[0] ?? '';
    default: {
      const about = subjectOf(row);
      return [row.method ?? '', id, about].filter((part) => part !== '').join(' ');
    }
  }
}

/** What a message is about: the tool's name, the resource's address, how far it got. Empty when nothing is known. */
export function subjectOf(row: RowView): string {
  for (const detail of row.details) {
    if (detail.code === 'subject') return detail.text;
    if (detail.code === 'progress')
      return `${detail.progress}${detail.total === undefined ? '' : ` / ${detail.total}`} ${detail.message ?? ''}`.trim();
  }
  return '';
}

export function outcomeOf(log: SessionLog, s: number): 'result' | 'error' {
  const decoded = log.decoded(s);
  return decoded?.kind === 'response' ? decoded.outcome : 'result';
}
