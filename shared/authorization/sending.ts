/** What a session's requests carry of its grant, and what the server makes of it. */
import { headerOf } from '#shared/recording';
import type { Credential, Fetch, FetchResponse } from '#shared/transport';
import type { DpopSession } from './dpop.ts';
import type { Grant } from './grants.ts';
import type { Masker } from './mask.ts';

/** The token that an exchange carried; `byHand` when it was not this program that chose it. */
interface Sent {
  readonly access: string | undefined;
  readonly byHand: boolean;
  /** With a proof: the server's nonce that it had, and the one that the server has given since. */
  readonly nonce?: string | undefined;
  readonly newNonce?: string | undefined;
}

const SCHEME = /^(?:Bearer|DPoP) /;

export class Sending {
  readonly #masker: Masker;
  readonly #grant: () => Grant | undefined;
  readonly #had = new Set<string>();
  /** Keys of the proofs that are to be made, by what stands in their place until then. */
  readonly #proofs = new Map<string, DpopSession>();
  /** The access token that was accepted last, and what was refused last. */
  accepted: string | undefined;
  refused: Sent | undefined;

  constructor(masker: Masker, grant: () => Grant | undefined) {
    this.#masker = masker;
    this.#grant = grant;
  }

  /** What was refused last had a proof without the nonce that the server has given since. */
  get hasNewNonce(): boolean {
    const { nonce, newNonce } = this.refused ?? {};
    return newNonce !== undefined && newNonce !== nonce;
  }

  /** The headers of the next exchange. A proof is made when it is sent: the transport reports its request at once. */
  credentials(): readonly Credential[] {
    const grant = this.#grant();
    if (!grant) return [];
    this.#had.add(grant.access);
    const token = this.#masker.hide('access_token', grant.access);
    if (!grant.dpop) return [{ name: 'Authorization', value: `Bearer ${grant.access}`, shown: `Bearer ${token}` }];
    const shown = this.#masker.once('dpop_proof');
    this.#proofs.set(shown, grant.dpop.session);
    return [
      { name: 'Authorization', value: `DPoP ${grant.access}`, shown: `DPoP ${token}` },
      { name: 'DPoP', value: shown, shown },
    ];
  }

  /** A transport's `fetch` that makes the proofs and sees what the server says to them and to the token. */
  watch(fetch: Fetch): Fetch {
    return async (url, init) => {
      const access = headerOf(init.headers, 'authorization')?.replace(SCHEME, '');
      const byHand = access === undefined ? this.#grant() !== undefined : !this.#had.has(access);
      const at = init.headers.findIndex(([name, value]) => name.toLowerCase() === 'dpop' && this.#proofs.has(value));
      const placeholder = init.headers[at]?.[1] ?? '';
      const session = this.#proofs.get(placeholder);
      this.#proofs.delete(placeholder);
      if (!session) return this.#judge(await fetch(url, init), { access, byHand });
      // A proof is for one address (RFC 9449, section 4.2): a redirect that keeps the token needs another one.
      let last = url;
      let nonce: string | undefined;
      let shown = placeholder;
      const readdress = async (to: string, headers: [string, string][]): Promise<[string, string][]> => {
        const bound = access === undefined ? {} : { accessToken: access };
        const before = shown;
        last = to;
        nonce = session.nonceFor(to);
        shown = await session.buildProof({ htm: init.method, htu: to, ...bound });
        return headers.map(([name, value]) => [name, value === before ? shown : value]);
      };
      const response = await fetch(url, { ...init, headers: await readdress(url, init.headers), readdress });
      const given = response.headers.get('dpop-nonce');
      if (given !== null && given !== '') session.rememberNonce(last, given);
      return this.#judge(response, { access, byHand, nonce, newNonce: session.nonceFor(last) });
    };
  }

  #judge(response: FetchResponse, sent: Sent): FetchResponse {
    if (response.status === 401 || response.status === 403) this.refused = sent;
    // A redirect says nothing about a token.
    else if (response.status < 500 && !response.problem) this.accepted = sent.access;
    return response;
  }
}
