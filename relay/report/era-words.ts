/** How the era of a server was found out, in words. */
const ERA_WORDS: { readonly [reason: string]: string } = {
  discovered: 'server/discover lists it',
  chosen: 'as asked for',
  'discovered-handshake-only': 'server/discover lists only revisions with a handshake',
  'version-error': 'the version error names only revisions with a handshake',
  'not-a-discover-result': 'the answer to server/discover is none',
  'empty-answer': 'the answer to server/discover is empty',
  silence: 'server/discover is not answered',
  exited: 'the server ends when asked server/discover',
  'http-sse': 'the server speaks HTTP+SSE',
};

/** `error-…` and `http-…` name what answered `server/discover`. */
export function eraWords(reason: string): string {
  const [kind, code = ''] = [reason.slice(0, reason.indexOf('-')), reason.slice(reason.indexOf('-') + 1)];
  if (kind === 'error') return `server/discover is answered with error ${code}`;
  if (kind === 'http' && /^\d+$/.test(code)) return `server/discover is answered with HTTP ${code}`;
  return Object.hasOwn(ERA_WORDS, reason) ? (ERA_WORDS[reason] ?? reason) : reason;
}
