import { chooseFiles, RECORDING_FILES } from '../base/hand-out.ts';
import { openContent } from '../workspace/open/open-content.ts';
import { workspace } from '../workspace/workspace.svelte.ts';

export async function openFiles(files: Iterable<File>): Promise<void> {
  for (const file of files) await openContent(file, file.name);
}

export const chooseFile = (): void => chooseFiles(RECORDING_FILES, (files) => void openFiles(files), true);

export async function openExample(): Promise<void> {
  const response = await fetch('example.mcprec', { cache: 'reload' });
  await workspace.openFile(await response.blob(), 'example');
}
