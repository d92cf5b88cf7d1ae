import { selfOf, titleOf } from '#shared/library';
import { servers } from './servers.svelte.ts';
import type { SessionView } from './session-view.svelte.ts';

/** The title of a view: that of its recording, or the server's own name where nobody named it. Reactive. */
export function titleOfView(view: SessionView): string {
  const { header } = view;
  // Under that name a server is remembered: the tab is found by it.
  if (servers.all.some(({ name }) => name === header.title)) return header.title;
  const server = selfOf(view.now.server.info);
  return titleOf({ header, ...(server ? { facts: { server } } : {}) });
}
