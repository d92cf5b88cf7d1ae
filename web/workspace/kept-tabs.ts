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
