/** Hands texts and bytes to the person, and takes files: clipboard, downloads and the dialog for files. */
import { errorText } from '#shared/base';
import { words } from './i18n/index.svelte.ts';
import { notices } from './notices.svelte.ts';

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notices.add(words.now.common.copied);
  } catch (error) {
    notices.add(words.now.common.notCopied(errorText(error)), 'error');
  }
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken hold of the bytes when the click returns; the address may go after that.
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/** Have the person choose a file, or several, with one of these endings: `.json,.gz`. Nothing is taken when the dialog is cancelled. */
export function chooseFiles(accept: string, take: (files: readonly File[]) => void, multiple = false): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept, multiple });
  // Part of the page until it is answered: what nothing refers to may be collected before.
  input.hidden = true;
  input.onchange = () => {
    input.remove();
    take([...(input.files ?? [])]);
  };
  input.oncancel = () => input.remove();
  document.body.append(input);
  input.click();
}

export const RECORDING_FILES = '.mcprec,.gz,.jsonl,.ndjson,.json,.har,.log,.txt';
