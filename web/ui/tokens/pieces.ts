/** A text of `property:value` tokens in coloured pieces. */
import { FILTER_TOKEN } from '#shared/base';

export interface TokenPiece {
  readonly text: string;
  readonly kind: 'plain' | 'property' | 'unknown';
}

/** The whole text, in pieces. `isUnknown` says of a token that it is not understood. */
export function tokenPieces(
  text: string,
  properties: readonly string[],
  isUnknown: (token: string) => boolean,
): TokenPiece[] {
  const pieces: TokenPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(FILTER_TOKEN)) {
    const [token] = match;
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), kind: 'plain' });
    at = match.index + token.length;
    const name = /^-?([a-z]+):/.exec(token);
    if (isUnknown(token)) pieces.push({ text: token, kind: 'unknown' });
    else if (name && properties.includes(name[1] ?? '')) {
      pieces.push({ text: name[0], kind: 'property' });
      pieces.push({ text: token.slice(name[0].length), kind: 'plain' });
    } else pieces.push({ text: token, kind: 'plain' });
  }
  if (at < text.length) pieces.push({ text: text.slice(at), kind: 'plain' });
  return pieces;
}
