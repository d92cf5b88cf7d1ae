import { words } from '../../base/i18n/index.svelte.ts';

/** Why a recording can't be read: `detail` is a code with words for it, or a sentence. */
export function problemSentence(detail: string): string {
  const { problems } = words.now.library;
  const known: { readonly [code: string]: unknown } = problems;
  const sentence = Object.hasOwn(known, detail) && detail !== 'other' ? known[detail] : undefined;
  return typeof sentence === 'string' ? sentence : problems.other(detail);
}
