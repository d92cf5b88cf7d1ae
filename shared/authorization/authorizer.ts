/**
 * Gets a session authorized: answers each refusal by a refreshed, a new or a wider grant, and reports every step. One for
 * each session; grants are shared through `Grants`.
 */
import type { Authorizer, Challenge } from '#shared/driver';
import type { EventBody, HeaderPairs } from '#shared/recording';
import type { Credential, Emit, Fetch } from '#shared/transport';
import { askedBy, type Asked } from './challenge.ts';
import { clientFor } from './client.ts';
import { consentIn, consentRequest } from './consent.ts';
import { discover, type Discovered } from './discover.ts';
import { Exchanges, type StepFetch, type StepRequest, type StepResponse } from './exchanges.ts';
import { Failure, messageOf } from './failure.ts';
import { grantKey, grantOf, type Grant, type Grants } from './grants.ts';
import { library, type Library, type OAuthClientInformationMixed } from './library.ts';
import { Masker } from './mask.ts';
import { OutOfReach } from './networks.ts';
import { scopesWithin, scopeToAsk, scopeUnion } from './scopes.ts';
import type { AuthorizationSettings } from './settings.ts';

/** What a host needs to get a person's consent. */
export interface Redirect {
  readonly redirectUri: string;
  /** Comes back in the answer. */
  readonly state: string;
  /** For hosts that follow the redirects themselves: makes and records an exchange of the step `authorization`. */
  readonly fetch: (url: string, request: StepRequest) => Promise<StepResponse>;
}

export interface AuthorizerOptions {
  readonly settings: AuthorizationSettings;
  /** Headers the person set for the connection: with an `Authorization` of their own nothing is tried. */
  readonly headers: HeaderPairs;
  readonly fetch: StepFetch;
  readonly redirectUri: string;
  /**
   * Have a person (or a server that consents by itself) look at the authorization address. Gives the address to which the
   * answer was sent, whole or its query; undefined when it was given up.
   */
  readonly redirect: (url: string, about: Redirect) => Promise<string | undefined>;
  readonly grants: Grants;
  /** Name to register under. */
  readonly clientName: string;
  /** Number of the first exchange (`a1`); above 1 when a session goes on that had some before. */
  readonly firstExchange?: number;
  /** The host is a page: what cannot be reached may be what the browser withholds. */
  readonly inBrowser?: boolean;
  /** Milliseconds on any clock that does not go back. */
  readonly now?: () => number;
}

export interface HttpAuthorizer extends Authorizer {
  /** A transport's `fetch` that lets the authorizer see which grant a server accepts and which it refuses. */
  watch(fetch: Fetch): Fetch;
  /** The session is over: nothing is reported any more. */
  abandon(): void;
}

/** The token that an exchange carried; `byHand` when it was not this program that chose it. */
interface Sent {
  readonly access: string | undefined;
  readonly byHand: boolean;
}

/** New grants in this time that are refused again are too many: a server that never has enough is not asked for ever. */
const WHILE = 60_000;
const MOST_CONSENTS = 3;
const MOST_REFRESHES = 20;

export function createAuthorizer(options: AuthorizerOptions): HttpAuthorizer {
  return new OAuthAuthorizer(options);
}

class OAuthAuthorizer implements HttpAuthorizer {
  readonly #options: AuthorizerOptions;
  readonly #masker = new Masker();
  readonly #exchanges: Exchanges;
  readonly #own: boolean;
  readonly #consents: number[] = [];
  readonly #refreshes: number[] = [];
  #key: string | undefined;
  /** Who granted access so far. */
  #issuer: string | undefined;
  /** Access tokens: every one this session had, the one a person consented to last, and the one that was accepted last. */
  readonly #had = new Set<string>();
  #consented: string | undefined;
  #accepted: string | undefined;
  #refused: Sent | undefined;
  #running: Promise<boolean> | undefined;
  #abandoned = false;

  constructor(options: AuthorizerOptions) {
    this.#options = options;
    this.#exchanges = new Exchanges(
      options.fetch,
      this.#masker,
      options.firstExchange ?? 1,
      options.settings.anyAddress,
    );
    this.#own = options.headers.some(([name]) => name.toLowerCase() === 'authorization');
    const { clientSecret } = options.settings;
    if (clientSecret !== undefined) this.#masker.hide('client_secret', clientSecret);
  }

  get #grant(): Grant | undefined {
    return this.#key === undefined ? undefined : this.#options.grants.byKey.get(this.#key);
  }

  credentials(): readonly Credential[] {
    const grant = this.#grant;
    if (!grant || this.#own) return [];
    this.#had.add(grant.access);
    const shown = `Bearer ${this.#masker.hide('access_token', grant.access)}`;
    return [{ name: 'Authorization', value: `Bearer ${grant.access}`, shown }];
  }

  watch(fetch: Fetch): Fetch {
    return async (url, init) => {
      const access = init.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1].replace(/^Bearer /, '');
      const byHand = access === undefined ? this.#grant !== undefined : !this.#had.has(access);
      const response = await fetch(url, init);
      if (response.status === 401 || response.status === 403) this.#refused = { access, byHand };
      // A redirect says nothing about a token.
      else if (response.status < 500 && !response.problem) this.#accepted = access;
      return response;
    };
  }

  abandon(): void {
    this.#abandoned = true;
  }

  authorize(challenge: Challenge, emit: Emit): Promise<boolean> {
    const asked = askedBy(challenge);
    if (!asked || this.#own || this.#abandoned || this.#options.settings.mode === 'none') return Promise.resolve(false);
    // A person who sends another header, or none, wants to see what the server says to it.
    if (this.#refused?.byHand) return Promise.resolve(false);
    if (this.#running) return this.#running;
    // Refused with what was replaced meanwhile: the exchange was on its way.
    const access = this.#grant?.access;
    if (access !== undefined && this.#refused && this.#refused.access !== access) return Promise.resolve(true);
    const report: Emit = (bodies) => (this.#abandoned ? undefined : emit(bodies));
    report([turn('needed', String(challenge.status))]);
    this.#exchanges.reportTo(report, challenge.url);
    this.#running = this.#run(asked)
      .catch(
        (error: unknown) => new Failure(error instanceof OutOfReach ? 'out-of-reach' : 'unexpected', messageOf(error)),
      )
      .then((result) => {
        this.#running = undefined;
        if (result instanceof Failure) report([turn('failed', this.#wordsOf(result))]);
        else report([turn('granted', result.granted ?? result.asked ?? '')]);
        return !(result instanceof Failure) && !this.#abandoned;
      });
    return this.#running;
  }

  async #run(asked: Asked): Promise<Grant | Failure> {
    const { settings, grants } = this.#options;
    const lib = await library();
    const before = this.#grant;
    const found = await discover(asked, lib, this.#exchanges);
    if (found instanceof Failure) return found;
    // A client that was registered elsewhere beforehand proves nothing here.
    if (settings.clientId !== undefined && this.#issuer !== undefined && this.#issuer !== found.issuer)
      return new Failure('client-needed', `${settings.clientId} is of ${this.#issuer}, not of ${found.issuer}`);
    this.#issuer = found.issuer;
    const key = grantKey(found.resource ?? asked.url, found.issuer, settings);
    this.#key = key;
    const held = grants.byKey.get(key);
    if (asked.kind === 'insufficient') return this.#widen(found, held, key, lib);
    // Granted to another session of this host.
    if (held && held !== before) return held;
    // A new grant that the server has never accepted.
    if (held && held.access === this.#consented && held.access !== this.#accepted) return this.#stillRefused(key);
    const refreshed = held && (await this.#refresh(found, held, key, lib));
    if (refreshed) return refreshed;
    const { scopes_supported } = found.metadata ?? {};
    return this.#consent(found, scopeToAsk(settings.scopes, found.scope, scopes_supported), key, lib);
  }

  /** 403 insufficient_scope: ask for what was asked for before, and for what is wanted now (the step-up flow). */
  #widen(found: Discovered, held: Grant | undefined, key: string, lib: Library): Promise<Grant | Failure> {
    const had = scopeUnion(held?.asked, held?.granted);
    if (held && scopesWithin(found.scope, had))
      return Promise.resolve(new Failure('scope-refused', `${found.scope ?? ''} (asked for: ${had ?? ''})`));
    return this.#consent(found, scopeUnion(had, found.scope), key, lib);
  }

  /** A refreshed grant; undefined when there is no refreshing, or it was refused. */
  async #refresh(found: Discovered, held: Grant, key: string, lib: Library): Promise<Grant | undefined> {
    if (held.refresh === undefined || !this.#mayTry(this.#refreshes, MOST_REFRESHES)) return undefined;
    const fetchFn = this.#exchanges.begin('token');
    this.#masker.hide('refresh_token', held.refresh);
    try {
      const tokens = await lib.refreshAuthorization(found.server, {
        ...(found.metadata ? { metadata: found.metadata } : {}),
        clientInformation: held.client,
        refreshToken: held.refresh,
        ...(found.resource === undefined ? {} : { resource: found.resource }),
        fetchFn,
      });
      return this.#keep(key, { ...held, ...grantOf(tokens, held.asked, held.client) });
    } catch {
      // The exchange in the recording says why. What could not be refreshed is of no further use.
      this.#options.grants.byKey.delete(key);
      return undefined;
    }
  }

  async #consent(found: Discovered, scope: string | undefined, key: string, lib: Library): Promise<Grant | Failure> {
    const { settings, redirectUri, grants, clientName, redirect } = this.#options;
    const { clients } = grants;
    if (!this.#mayTry(this.#consents, MOST_CONSENTS)) return this.#stillRefused(key);
    const registration = { settings, redirectUri, clients, clientName };
    const client = await clientFor(found, scope, registration, lib, this.#exchanges, this.#masker);
    if (client instanceof Failure) return client;
    const request = await consentRequest(found, client, scope, redirectUri, lib);
    if (request instanceof Failure) return request;
    this.#masker.hide('code_verifier', request.verifier);
    this.#exchanges.tell([turn('redirect', request.url)]);
    const callback = await redirect(request.url, {
      redirectUri,
      state: request.state,
      fetch: (url, step) => this.#exchanges.perform('authorization', url, step),
    });
    if (callback === undefined) return new Failure('cancelled', '');
    const consent = consentIn(callback, request, found, lib, this.#masker);
    if (consent instanceof Failure) return consent;
    const fetchFn = this.#exchanges.begin('token');
    try {
      const tokens = await lib.exchangeAuthorization(found.server, {
        ...(found.metadata ? { metadata: found.metadata } : {}),
        clientInformation: client,
        authorizationCode: consent.code,
        ...(consent.iss === undefined ? {} : { iss: consent.iss }),
        codeVerifier: request.verifier,
        redirectUri,
        ...(found.resource === undefined ? {} : { resource: found.resource }),
        fetchFn,
      });
      this.#consented = tokens.access_token;
      return this.#keep(key, grantOf(tokens, scope, client));
    } catch (error) {
      if (this.#exchanges.lost) return this.#exchanges.lost;
      this.#forget(client);
      return new Failure('token-refused', messageOf(error));
    }
  }

  /** A client that the authorization server does not know any more is registered anew the next time. */
  #forget(client: OAuthClientInformationMixed): void {
    const { clients } = this.#options.grants;
    for (const [key, each] of clients) if (each === client) clients.delete(key);
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
    while (times[0] !== undefined && now - times[0] > WHILE) times.shift();
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

const turn = (reason: 'needed' | 'redirect' | 'granted' | 'failed', detail: string): EventBody => ({
  k: 'connection',
  event: 'authorization',
  reason,
  ...(detail === '' ? {} : { detail }),
});
