/** The sessions that this tab of the browser has open, kept for a reload. */
import { parsedObject } from '#shared/jsonrpc';
import { tabStorage } from '../base/safe-storage.ts';

const TABS = 'lifeline-tabs';

export interface Tab {
  readonly id: string;
  readonly kind: 'relay' | 'direct' | 'file';
}

export function keepTabs(open: readonly Tab[], active: string | undefined): void {
  tabStorage.set(TABS, JSON.stringify({ open, active }));
}

/** What was kept last; nothing when nothing was, or it can't be read. */
export function readTabs(): { readonly open: readonly Tab[]; readonly active?: string } {
  return { open: [], ...parsedObject(tabStorage.get(TABS) ?? '') };
}

/** The tabs of a page with one of `before` a reload at its place among them; what was opened since then stands behind all of these. */
export function putBack<Item extends { readonly id: string }>(
  tabs: readonly Item[],
  tab: Item,
  before: readonly Tab[],
): readonly Item[] {
  const place = ({ id }: Item): number => before.findIndex((each) => each.id === id);
  const own = place(tab);
  if (own < 0) return [...tabs, tab];
  const next = tabs.findIndex((each) => place(each) > own);
  return tabs.toSpliced(next < 0 ? tabs.findLastIndex((each) => place(each) >= 0) + 1 : next, 0, tab);
}
