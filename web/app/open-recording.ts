/** Opening files: chosen, dropped or the example. What is not a recording may be a server configuration. */
import { parseConfig } from '../connect/config.ts';
import { imported } from '../connect/imported.svelte.ts';
import { words } from '../i18n/index.svelte.ts';
import { notices } from '../state/notices.svelte.ts';
import { workspace } from '../state/workspace.svelte.ts';

/** A configuration is small; anything larger is not read as one. */
const CONFIG_SIZE = 1024 * 1024;

/** Open a recording, or take a configuration into the connect form; otherwise say why not. */
export async function openAnyFile(file: File): Promise<void> {
  if (file.size < CONFIG_SIZE) {
    const text = await file.text();
    // A recording's first line is JSON too, so only a text that lists servers counts.
    if (!text.startsWith('{"mcprec"') && parseConfig(text)) {
      imported.text = text;
      workspace.show(undefined);
      return;
    }
  }
  const opened = await workspace.openFile(file, file.name.replace(/\.mcprec(\.gz)?$/i, ''));
  if (!('code' in opened)) return;
  const { fileRefused } = words.now.connect;
  const known = opened.code === 'not-a-recording' || opened.code === 'from-the-future' || opened.code === 'bad-header';
  notices.add(`${file.name}: ${fileRefused[known ? (opened.code as keyof typeof fileRefused) : 'other']}`, 'error');
}

/** Ask for a file and open it. */
export function chooseFile(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.mcprec,.gz,.jsonl,.json';
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) void openAnyFile(file);
  };
  input.click();
}

/** Open the recorded example that comes with the page. */
export async function openExample(): Promise<void> {
  const response = await fetch('example.mcprec');
  await workspace.openFile(await response.blob(), 'example');
}
