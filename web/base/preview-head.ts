/** What every previewed HTML text of a server begins with. */

/** Nothing after this loads or runs scripts: a policy adds to the page's own, and later markup can only tighten it. */
export const PREVIEW_HEAD =
  '<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; img-src data:">';

/** Previews HTML without links, meta and frames: a policy stops loading, but not connections and name look-ups. */
export function previewOf(text: string): string {
  return PREVIEW_HEAD + text.replace(/<(?=(?:link|meta|i?frame|object|embed)\b)/gi, '<x-');
}
