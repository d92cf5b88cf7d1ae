/** Tokens that are bound to a key of this client, and the proofs of having it (RFC 9449). */
import type { Asked } from './challenge.ts';
import type { Discovered } from './discover.ts';
import type { Library } from './library.ts';
import type { AuthorizationSettings } from './settings.ts';

export type DpopSession = Library['DpopSession']['prototype'];

/** A key, as it can be kept: JWK texts. */
export interface KeptKey {
  readonly alg: string;
  readonly privateJwk: string;
  readonly publicJwk: string;
}

export interface DpopKey {
  readonly session: DpopSession;
  /** Present where it may be kept. */
  readonly kept?: KeptKey;
}

/** The part of Web Crypto that keys are kept with. */
const subtle = (): {
  exportKey(format: 'jwk', key: unknown): Promise<unknown>;
  importKey(format: 'jwk', key: unknown, algorithm: object, extractable: boolean, uses: string[]): Promise<unknown>;
} => crypto.subtle as never;

export function wantsDpop({ dpop = 'automatic' }: AuthorizationSettings, asked: Asked, found: Discovered): boolean {
  if (dpop !== 'automatic') return dpop === 'always';
  if (found.boundTokens) return true;
  return asked.dpop === true && (asked.bearer === undefined || algorithmsOf(found).length > 0);
}

/** Algorithms that the authorization server takes in proofs; none when it does not say. */
function algorithmsOf({ metadata }: Discovered): readonly string[] {
  const named = (metadata as { dpop_signing_alg_values_supported?: unknown } | undefined)
    ?.dpop_signing_alg_values_supported;
  return Array.isArray(named) ? named.filter((each): each is string => typeof each === 'string') : [];
}

/** A new key, of the first kind that the authorization server and the library know. `keep`: it can be kept. */
export async function newDpopKey(found: Discovered, lib: Library, keep: boolean): Promise<DpopKey> {
  const alg = lib.DPOP_SUPPORTED_ALGS.find((each) => algorithmsOf(found).includes(each)) ?? 'ES256';
  const keyPair = await lib.generateDpopKeyPair({ alg, extractable: keep });
  const session = await lib.DpopSession.create({ keyPair });
  if (!keep) return { session };
  const privateJwk = JSON.stringify(await subtle().exportKey('jwk', keyPair.privateKey));
  return { session, kept: { alg, privateJwk, publicJwk: JSON.stringify(keyPair.publicJwk) } };
}

/** A key that was kept. Rejects when it can't be used. */
export async function dpopKeyOf(kept: KeptKey, lib: Library): Promise<DpopKey> {
  const alg = lib.DPOP_SUPPORTED_ALGS.find((each) => each === kept.alg) ?? 'ES256';
  const imported = async (jwk: string, use: 'sign' | 'verify'): Promise<unknown> =>
    subtle().importKey('jwk', JSON.parse(jwk), parametersOf(alg), true, [use]);
  const keyPair = {
    alg,
    privateKey: await imported(kept.privateJwk, 'sign'),
    publicKey: await imported(kept.publicJwk, 'verify'),
    publicJwk: JSON.parse(kept.publicJwk) as Record<string, unknown>,
    thumbprint: '',
  };
  return { session: await lib.DpopSession.create({ keyPair: keyPair as never }), kept };
}

/** The Web Crypto name of a JWS algorithm (RFC 7518, RFC 8037). */
function parametersOf(alg: string): object {
  const bits = alg.slice(2);
  if (alg.startsWith('ES')) return { name: 'ECDSA', namedCurve: bits === '512' ? 'P-521' : `P-${bits}` };
  if (alg.startsWith('PS')) return { name: 'RSA-PSS', hash: `SHA-${bits}` };
  if (alg.startsWith('RS')) return { name: 'RSASSA-PKCS1-v1_5', hash: `SHA-${bits}` };
  return { name: 'Ed25519' };
}
