/** One per session: answers refusals with refreshed, new or wider grants; reports each step. `Grants` shares grants. */
import { errorText } from '#shared/base';
import type { Authorizer, Challenge } from '#shared/driver';
import type { EventBody, HeaderPairs } from '#shared/recording';
import type { Credential, Emit, Fetch } from '#shared/transport';
import { askedBy, type Asked } from './challenge.ts';
import type { Redirect } from './consent.ts';
import { consentTokens } from './consent-tokens.ts';
import { discover, type Discovered } from './discover.ts';
import { newDpopKey, wantsDpop } from './dpop.ts';
import { Exchanges, type StepFetch, type Tools } from './exchanges.ts';
import { Failure } from './failure.ts';
import { grantKey, grantOf, type Grant, type Grants, type KeptGrants } from './grants.ts';
import { Keeping } from './keeping.ts';
import { library } from './library.ts';
import { Masker } from './mask.ts';
import { OutOfReach } from './networks.ts';
import { refreshed } from './refreshed.ts';
import { scopesWithin, scopeToAsk, scopeUnion } from './scopes.ts';
import { Sending } from './sending.ts';
import { serviceClient, serviceTokens } from './service.ts';
import { grantKindOf, SECRET_SETTINGS, type AuthorizationSettings, type SecretSetting } from './settings.ts';

export interface AuthorizerOptions {
  readonly settings: AuthorizationSettings;
  /** Headers the person set for the connection: with an `Authorization` of their own nothing is tried. */
  readonly headers: HeaderPairs;
  readonly fetch: StepFetch;
  readonly redirectUri: string;
  /** Have a person, or a server that consents itself, open the address. Gives the address or query answered to; undefined if given up. */
  readonly redirect: (url: string, about: Redirect) => Promise<string | undefined>;
  readonly grants: Grants;
  /** Where grants are kept for later, when the settings want it. */
  readonly kept?: KeptGrants;
  readonly clientName: string;
  /** Number of the first exchange (`a1`); above 1 when a session goes on that had some before. */
  readonly firstExchange?: number;
  /** The host is a page: what cannot be reached may be what the browser withholds. */
  readonly inBrowser?: boolean;
  /** Milliseconds on any clock that does not go back. */
  readonly now?: () => number;
}

/** Refused grants within this window are limited: some servers never have enough. */
const WINDOW_MS = 60_000;
const MAX_CONSENT_COUNT = 3;
const MAX_REFRESH_COUNT = 20;

/** How the placeholders of what a person gave are called in the recording. */
const SECRET_KINDS: { readonly [name in SecretSetting]: string } = {
  clientSecret: 'client_secret',
  privateKey: 'private_key',
  assertion: 'assertion',
  idToken: 'id_token',
  idpClientSecret: 'client_secret',
};

export class HttpAuthorizer implements Authorizer {
  readonly #options: AuthorizerOptions;
  readonly #masker = new Masker();
  readonly #exchanges: Exchanges;
  readonly #sending: Sending;
  readonly #keeping: Keeping;
  readonly #own: boolean;
  readonly #consents: number[] = [];
  readonly #refreshes: number[] = [];
  readonly #nonces: number[] = [];
  #key: string | undefined;
  #issuer: string | undefined;
  /** The access token that was granted last, new. */
  #granted: string | undefined;
  #running: Promise<boolean> | undefined;
  #abandoned = false;

  constructor(options: AuthorizerOptions) {
    this.#options = options;
    const { settings, headers, firstExchange = 1 } = options;
    const { issuer, authorizationEndpoint, tokenEndpoint, registrationEndpoint, idpIssuer, idpTokenEndpoint } =
      settings;
    const typed = [issuer, authorizationEndpoint, tokenEndpoint, registrationEndpoint, idpIssuer, idpTokenEndpoint];
    this.#exchanges = new Exchanges(
      options.fetch,
      this.#masker,
      firstExchange,
      settings.anyAddress,
      typed.filter((url) => url !== undefined),
    );
    this.#sending = new Sending(this.#masker, () => this.#grant);
    this.#keeping = new Keeping(
      settings,
      settings.keep === true ? options.kept : undefined,
      this.#exchanges,
      options.grants,
    );
    this.#own = headers.some(([name]) => name.toLowerCase() === 'authorization');
    for (const name of SECRET_SETTINGS) {
      const secret = settings[name];
      if (secret !== undefined) this.#masker.hide(SECRET_KINDS[name], secret);
    }
  }

  get #grant(): Grant | undefined {
    return this.#key === undefined ? undefined : this.#options.grants.byKey.get(this.#key);
  }

  credentials(): readonly Credential[] {
    return this.#own ? [] : this.#sending.credentials();
  }

  /** A transport's `fetch` that lets the authorizer see which grant a server accepts and which it refuses. */
  watch(fetch: Fetch): Fetch {
    return this.#sending.watch(fetch);
  }

  /** The session is over: nothing is reported any more. */
  abandon(): void {
    this.#abandoned = true;
  }

  authorize(challenge: Challenge, emit: Emit): Promise<boolean> {
    const asked = askedBy(challenge);
    if (!asked || this.#own || this.#abandoned || this.#options.settings.mode === 'none') return Promise.resolve(false);
    const { refused } = this.#sending;
    // A person who sends another header, or none, wants to see what the server says to it.
    if (refused?.byHand) return Promise.resolve(false);
    if (this.#running) return this.#running;
    // Refused with what was replaced meanwhile: the exchange was on its way.
    const access = this.#grant?.access;
    if (access !== undefined && refused && refused.access !== access) return Promise.resolve(true);
    const report: Emit = (bodies) => (this.#abandoned ? undefined : emit(bodies));
    // The token is good, and the server has given what its proof lacked.
    if (asked.nonce && this.#sending.hasNewNonce && this.#mayTry(this.#nonces, MAX_REFRESH_COUNT))
      return (this.#running = this.#withNonce(challenge, report));
    report([turn('needed', String(challenge.status))]);
    this.#exchanges.reportTo(report, challenge.url);
    this.#running = this.#run(asked, challenge)
      .catch(
        (error: unknown) => new Failure(error instanceof OutOfReach ? 'out-of-reach' : 'unexpected', errorText(error)),
      )
      .then((result) => {
        this.#running = undefined;
        if (result instanceof Failure) report([turn('failed', this.#wordsOf(result))]);
        else report([turn('granted', result.granted ?? result.asked ?? '')]);
        return !(result instanceof Failure) && !this.#abandoned;
      });
    return this.#running;
  }

  /** Nothing is to be granted: what was refused goes out again, with a proof that has the server's nonce. */
  async #withNonce(challenge: Challenge, report: Emit): Promise<boolean> {
    report([turn('nonce', '')]);
    // The refusal has to be over before it is: what it closes would count as an answer.
    await challenge.body?.();
    this.#running = undefined;
    report([turn('granted', this.#grant?.granted ?? this.#grant?.asked ?? '')]);
    return !this.#abandoned;
  }

  async #run(asked: Asked, challenge: Challenge): Promise<Grant | Failure> {
    const { settings, grants } = this.#options;
    const lib = await library();
    const tools: Tools = { settings, lib, exchanges: this.#exchanges, masker: this.#masker };
    const before = this.#grant;
    const found = await discover(asked, tools);
    if (found instanceof Failure) return found;
    // A client that was registered elsewhere beforehand proves nothing here.
    if (settings.clientId !== undefined && this.#issuer !== undefined && this.#issuer !== found.issuer)
      return new Failure('client-needed', `${settings.clientId} is of ${this.#issuer}, not of ${found.issuer}`);
    this.#issuer = found.issuer;
    const key = grantKey(found.resource ?? asked.url, found.issuer, settings);
    this.#key = key;
    await this.#keeping.bind({ ...found, resource: found.resource ?? asked.url });
    if (!grants.byKey.has(key)) {
      const kept = await this.#keeping.read(lib);
      if (kept) this.#keep(key, kept);
    }
    const held = grants.byKey.get(key);
    if (asked.kind === 'insufficient') return this.#widen(asked, found, held, key, tools);
    // Granted to another session of this host, or kept.
    if (held && held !== before) {
      await this.#keeping.keepToo(held);
      return held;
    }
    // A new grant that the server has never accepted.
    if (held && held.access === this.#granted && held.access !== this.#sending.accepted) return this.#stillRefused(key);
    const again = held && (await this.#refresh(found, held, key, tools));
    if (again) return again;
    const { scopes_supported } = found.metadata ?? {};
    const scope = scopeToAsk(settings.scopes, found.scope, scopes_supported);
    const obtained = await this.#obtain(asked, found, scope, key, tools);
    // Whoever wants no OAuth answers the guessed addresses somehow: what counts is what it said first.
    if (!(obtained instanceof Failure) || obtained.code !== 'no-authorization-server') return obtained;
    return new Failure(obtained.code, (await challenge.body?.()) ?? '');
  }

  /** 403 insufficient_scope: ask for what was asked for before, and for what is wanted now (the step-up flow). */
  #widen(
    asked: Asked,
    found: Discovered,
    held: Grant | undefined,
    key: string,
    tools: Tools,
  ): Promise<Grant | Failure> {
    const had = scopeUnion(held?.asked, held?.granted);
    if (held && scopesWithin(found.scope, had))
      return Promise.resolve(new Failure('scope-refused', `${found.scope ?? ''} (asked for: ${had ?? ''})`));
    return this.#obtain(asked, found, scopeUnion(had, found.scope), key, tools);
  }

  /** A refreshed grant; undefined when there is no refreshing, or it was refused. */
  async #refresh(found: Discovered, held: Grant, key: string, tools: Tools): Promise<Grant | undefined> {
    if (held.refresh === undefined || !this.#mayTry(this.#refreshes, MAX_REFRESH_COUNT)) return undefined;
    const fresh = await this.#keeping.refresh(held, tools.lib, (from) => refreshed(from, found, tools, Date.now()));
    // The exchange in the recording says why. What could not be refreshed is of no further use.
    if (fresh) return this.#keep(key, fresh);
    this.#options.grants.byKey.delete(key);
    return undefined;
  }

  /** A new grant, in the way that the settings and the authorization server allow. */
  async #obtain(
    asked: Asked,
    found: Discovered,
    scope: string | undefined,
    key: string,
    tools: Tools,
  ): Promise<Grant | Failure> {
    const { settings, redirectUri, clientName, redirect, grants } = this.#options;
    const kind = grantKindOf(settings, found.metadata?.grant_types_supported);
    const byPerson = kind === 'authorization-code';
    // What proves a client is sent to nobody but an authorization server.
    if (!byPerson && found.guessed) return new Failure('no-authorization-server', '');
    const tried = byPerson ? this.#consents : this.#refreshes;
    if (!this.#mayTry(tried, byPerson ? MAX_CONSENT_COUNT : MAX_REFRESH_COUNT)) return this.#stillRefused(key);
    const bound = wantsDpop(settings, asked, found);
    // One key for all that this client is granted here: what is known of the nonces stays with it.
    const dpopKey = bound
      ? (this.#grant?.dpop ?? (await newDpopKey(found, tools.lib, settings.keep === true)))
      : undefined;
    const dpop = dpopKey?.session;
    const { clients } = grants;
    const result = byPerson
      ? await consentTokens({ found, scope, dpop, redirectUri, clientName, clients, redirect }, tools)
      : await serviceTokens({ kind, found, url: asked.url, scope, dpop }, tools);
    if (result instanceof Failure) return result;
    const { tokens, client } = 'tokens' in result ? result : { tokens: result, client: serviceClient(settings) };
    this.#granted = tokens.access_token;
    const grant = this.#keep(key, grantOf(tokens, scope, client, dpopKey, Date.now()));
    await this.#keeping.keep(grant);
    return grant;
  }

  #keep(key: string, grant: Grant): Grant {
    this.#masker.hide('access_token', grant.access);
    if (grant.refresh !== undefined) this.#masker.hide('refresh_token', grant.refresh);
    this.#options.grants.byKey.set(key, grant);
    return grant;
  }

  #stillRefused(key: string): Failure {
    this.#options.grants.byKey.delete(key);
    return new Failure('still-refused', 'the server refuses the token that was granted for it');
  }

  #mayTry(times: number[], most: number): boolean {
    const now = (this.#options.now ?? Date.now)();
    while (times[0] !== undefined && now - times[0] > WINDOW_MS) times.shift();
    if (times.length >= most) return false;
    times.push(now);
    return true;
  }

  #wordsOf({ code, text }: Failure): string {
    const named = code === 'unreachable' && this.#options.inBrowser ? 'blocked' : code;
    const words = this.#masker.text(text);
    return words === '' ? named : `${named}: ${words}`;
  }
}

const turn = (reason: 'needed' | 'nonce' | 'granted' | 'failed', detail: string): EventBody => ({
  k: 'connection',
  event: 'authorization',
  reason,
  ...(detail === '' ? {} : { detail }),
});
