import { openContent } from '../workspace/open/open-content.ts';
import { workspace } from '../workspace/workspace.svelte.ts';

/** Open files one after another; the last one is looked at. */
export async function openFiles(files: Iterable<File>): Promise<void> {
  for (const file of files) await openContent(file, file.name);
}

export function chooseFile(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = '.mcprec,.gz,.jsonl,.ndjson,.json,.har,.log,.txt';
  // Part of the page until it is answered: what nothing refers to may be collected before.
  input.hidden = true;
  input.onchange = () => {
    input.remove();
    void openFiles(input.files ?? []);
  };
  input.oncancel = () => input.remove();
  document.body.append(input);
  input.click();
}

export async function openExample(): Promise<void> {
  const response = await fetch('example.mcprec', { cache: 'reload' });
  await workspace.openFile(await response.blob(), 'example');
}
