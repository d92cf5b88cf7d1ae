import { describe } from '#shared/timeline';
import { rowText, type PartKind } from '#shared/words';
import { words } from '../base/i18n/all.ts';
import { maskUrl } from '../base/mask.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

const NAMES: ReadonlySet<PartKind> = new Set(['method', 'name', 'details', 'id', 'raw']);

/** A message that waits, in a few words. */
export function messageWords(view: SessionView, s: number): string {
  const row = describe(view.log, s, view.shown - 1);
  if (!row) return '';
  const { parts } = rowText(words.now, view.log, row, view.shown - 1, maskUrl);
  return parts.flatMap(({ kind, text }) => (NAMES.has(kind) ? [text] : [])).join(' ');
}
