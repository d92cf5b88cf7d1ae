/** Hands texts and bytes to the person: clipboard and files. */
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
