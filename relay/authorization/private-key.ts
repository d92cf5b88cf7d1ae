/** Private keys of clients, in whatever form they are in a file. */
import { createPrivateKey, type JsonWebKey } from 'node:crypto';
import { optionFile } from '../base/index.ts';

export interface Secret {
  readonly text?: string;
  readonly problem?: string;
}

/** The key of a file as a JWK text; `problem` says why it can't be used. Throws `UnreadableFile`. */
export function privateKeyIn(path: string): Secret {
  const jwk = asJwk(optionFile(path));
  return jwk === undefined
    ? { problem: `${path} contains no private key (PEM or JWK, without a passphrase)` }
    : { text: jwk };
}

/** A key (PEM of any kind, JWK) as a JWK text, which says what kind it is; undefined when it is none. */
export function asJwk(text: string): string | undefined {
  try {
    if (text.trimStart().startsWith('{')) {
      createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' });
      return text;
    }
    return JSON.stringify(createPrivateKey(text).export({ format: 'jwk' }));
  } catch {
    return undefined;
  }
}
