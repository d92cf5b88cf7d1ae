/** What every previewed HTML text of a server begins with. */

/**
 * Says that nothing is loaded and no script runs in what follows, wherever it is shown: a policy in the document adds to that of
 * the page around it, and markup that follows can only make it stricter.
 */
export const PREVIEW_HEAD =
  '<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; img-src data:">';

/**
 * The document in which an HTML text of a server is previewed. Links of its head, statements about it and frames are taken out: a
 * policy keeps them from loading, but not from opening connections and looking up names.
 */
export function previewOf(text: string): string {
  return PREVIEW_HEAD + text.replace(/<(?=(?:link|meta|i?frame|object|embed)\b)/gi, '<x-');
}
