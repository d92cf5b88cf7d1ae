/**
 * The policy of last resort for text that is about to become markup or the address of a script (Trusted Types). The security
 * policy of a page that a relay serves allows no other than this one, that of Svelte and those that Monaco makes; here everything
 * is refused but what the page is known to need.
 */

import { PREVIEW_HEAD } from './preview-head.ts';

interface Factory {
  createPolicy(
    name: string,
    rules: { readonly [kind: string]: (text: string, type: string, sink: string) => string | null },
  ): unknown;
}

/** The style by which a divider that is dragged keeps its cursor. */
const CURSOR_STYLE = /^\*\{cursor: [a-z-]+!important;\}$/;

/** The document of a frame: a preview, whose first words keep scripts from running. */
const PREVIEW = 'HTMLIFrameElement srcdoc';

/** What a library makes to find out whether it may make functions of text. The security policy itself then says no. */
const EMPTY_FUNCTION = /^\(function anonymous\(\s*\) \{\s*\}\)$/;

/** A worker of our own build: on this origin, and never another page of it. */
function isOwnScript(address: string): boolean {
  const url = new URL(address, location.href);
  return url.origin === location.origin && /\.(?:js|ts)$/.test(url.pathname);
}

(globalThis as { readonly trustedTypes?: Factory }).trustedTypes?.createPolicy('default', {
  createHTML: (text, _type, sink) =>
    CURSOR_STYLE.test(text) || (sink === PREVIEW && text.startsWith(PREVIEW_HEAD)) ? text : null,
  createScript: (text) => (EMPTY_FUNCTION.test(text) ? text : null),
  createScriptURL: (address) => (isOwnScript(address) ? address : null),
});
