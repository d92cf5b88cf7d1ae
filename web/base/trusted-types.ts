/**
 * The policy of last resort for text that is about to become markup or the address of a script (Trusted Types). The security
 * policy of a page that a relay serves allows no other than this one, that of Svelte and those that Monaco makes; here everything
 * is refused but what the page is known to need.
 */

interface Factory {
  createPolicy(name: string, rules: { readonly [sink: string]: (text: string) => string | null }): unknown;
}

/** The style by which a divider that is dragged keeps its cursor. */
const CURSOR_STYLE = /^\*\{cursor: [a-z-]+!important;\}$/;

/** What a library makes to find out whether it may make functions of text. The security policy itself then says no. */
const EMPTY_FUNCTION = /^\(function anonymous\(\s*\) \{\s*\}\)$/;

/** A worker of our own build: on this origin, and never another page of it. */
function isOwnScript(address: string): boolean {
  const url = new URL(address, location.href);
  return url.origin === location.origin && /\.(?:js|ts)$/.test(url.pathname);
}

(globalThis as { readonly trustedTypes?: Factory }).trustedTypes?.createPolicy('default', {
  createHTML: (text) => (CURSOR_STYLE.test(text) ? text : null),
  createScript: (text) => (EMPTY_FUNCTION.test(text) ? text : null),
  createScriptURL: (address) => (isOwnScript(address) ? address : null),
});
