/** Says which masks were read beside A, in a notice that gives back what they took the place of. */
import type { Masks } from '#shared/compare';
import { words } from '../base/i18n/index.svelte.ts';
import { notices } from '../base/notices.svelte.ts';
import type { Met } from '../workspace/library/masks-beside.ts';

export function sayBeside({ beside, news, replaced }: Met, use: (masks: Masks) => void): void {
  if (!beside || !news) return;
  const t = words.now.compare;
  const { masks, problem } = beside;
  const back = replaced && { title: t.undo, run: (): void => use(replaced) };
  if (masks) notices.add(t.masksBeside(masks.pointers.length, masks.off.length), 'plain', back);
  if (problem !== undefined) notices.add(masks ? t.masksProblems(problem) : t.masksBesideUnread(problem), 'error');
}
