/** Saving a session as it is, where nobody is asked. */
import { fileStem } from '../base/file-stem.ts';
import { saveBlob } from '../base/hand-out.ts';
import { words } from '../base/i18n/index.svelte.ts';
import { notices } from '../base/notices.svelte.ts';
import { labelledFile } from '../session/labelled-file.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

export async function save({ source, header }: SessionView): Promise<void> {
  const t = words.now.app;
  const name = `${fileStem(header.title, header.startedAt)}.mcprec`;
  try {
    saveBlob(await labelledFile(await source.recording(), header), name);
    notices.add(words.now.common.saved(name));
  } catch (error) {
    const lost = !(error instanceof Error) || error.message === 'relay-lost';
    notices.add(t.saveFailed(lost ? t.link.lost : error.message), 'error');
  }
}
