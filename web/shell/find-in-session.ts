/** What a session has to be found by name or number: its panels, what the server offers, its events. */
import { number, words } from '../base/i18n/index.svelte.ts';
import { commands } from '../base/commands.svelte.ts';
import { offeredBy } from '../explore/find.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

export function findInSession(
  view: SessionView,
  panels: () => readonly { readonly id: string; readonly title: string }[],
): () => void {
  const ends = [
    commands.addFinder({
      all: () =>
        panels().map(({ id, title }) => ({
          id: `panel:${id}`,
          title: () => title,
          kind: () => words.now.palette.kinds.panel,
          near: true,
          run: () => view.openPanel(id),
        })),
      named: (text) => {
        const s = Number(/^#?(\d{1,9})$/.exec(text)?.[1] ?? Number.NaN);
        if (!(s < view.shown)) return [];
        return [
          { id: `event:${s}`, title: () => words.now.palette.event(number(s)), near: true, run: () => view.select(s) },
        ];
      },
    }),
    commands.addFinder(offeredBy(view)),
  ];
  return () => ends.forEach((end) => end());
}
