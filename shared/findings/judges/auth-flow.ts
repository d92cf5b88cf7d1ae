/** The code flow of a client: consent, the answer to it, the token (basic/authorization#authorization-flow-steps and later sections). */
import { defined } from '#shared/base';
import { isObject, parsedJson, type JsonObject } from '#shared/jsonrpc';
import { RULES as AUTH } from '../rules/auth.ts';
import { RULES as AUTH_GRANTS } from '../rules/auth-grants.ts';
import { RULES as AUTH_EXTRA } from '../rules/auth-extra.ts';
import { addressOf, isRedacted, isSuccess, judge, keep, pointerTo, quoted, type Rule, type Turn } from '../judging.ts';

const { 'auth-as-issuer-match': ISSUER } = AUTH;
const {
  'auth-redirect-uri': REDIRECT,
  'auth-pkce': PKCE,
  'auth-pkce-s256': S256,
  'auth-pkce-unsupported': UNSUPPORTED,
  'auth-resource-param': RESOURCE,
  'auth-resource-canonical': CANONICAL,
  'auth-iss-checked': ISS,
  'auth-dcr-application-type': TYPE,
  'auth-cimd-client-id': CLIENT_ID,
  'auth-offline-access-scope': OFFLINE,
} = AUTH_GRANTS;
const {
  'auth-prm-resource-match': MATCH,
  'auth-state': STATE,
  'auth-iss-advertised': ADVERTISED,
  'auth-credentials-cross-as': CROSS,
} = AUTH_EXTRA;

interface Grantor {
  readonly issuer: string;
  readonly origin: string;
  /** Metadata speak of the address. */
  readonly sure: boolean;
  /** It is known from a request for consent alone: of other addresses that says nothing. */
  readonly consent?: true;
}

const begun = () => ({
  steps: new Map<
    string,
    { readonly step: string; readonly url: string; readonly s: number; readonly status?: number }
  >(),
  endpoint: undefined as string | undefined,
  /** Metadata that were found last, and where. */
  resource: undefined as { readonly s: number; readonly metadata: JsonObject } | undefined,
  server: undefined as { readonly s: number; readonly url: string; readonly metadata: JsonObject } | undefined,
  /** What was asked for consent with, and what came back. */
  consent: undefined as { readonly s: number; readonly resource?: string; readonly state?: string } | undefined,
  callback: undefined as { readonly s: number; readonly iss?: string; readonly state?: string } | undefined,
  /** Who gave a client its id: its issuer, or the origin of where it was registered. */
  clients: new Map<string, Grantor & { readonly s: number }>(),
});
type Flow = ReturnType<typeof begun>;

export const AUTH_FLOW = judge<Flow>({
  rules: [
    ...[ISSUER, REDIRECT, PKCE, S256, UNSUPPORTED, RESOURCE, CANONICAL, ISS],
    ...[TYPE, CLIENT_ID, MATCH, STATE, ADVERTISED, CROSS],
  ],
  init: begun,
  http(turn, { x, step, phase, url = '', status = 0 }, state) {
    if (step === undefined) {
      if (phase === 'request') state.endpoint = url;
      return;
    }
    if (phase === 'end') return void state.steps.delete(x);
    if (phase === 'response') {
      keep(state.steps, x, { url: '', s: turn.s, ...state.steps.get(x), step, status }, 100);
      return;
    }
    if (phase !== 'request') return;
    keep(state.steps, x, { step, url, s: turn.s }, 100);
    if (step !== 'authorization') return;
    const query = addressOf(url)?.searchParams;
    if (!query) return;
    if (query.get('response_type') !== null || query.get('redirect_uri') !== null) consents(turn, url, query, state);
    else if (query.get('code') !== null || query.get('error') !== null) comesBack(turn, query, state);
  },
  body(turn, { x, dir, raw }, state) {
    const asked = state.steps.get(x);
    if (!asked || raw === undefined) return;
    if (dir === 'c2s') {
      if (asked.step === 'token') takesToken(turn, asked.url, new URLSearchParams(raw), state);
      if (asked.step === 'client-registration') registers(turn, parsedJson(raw));
      return;
    }
    const metadata = isSuccess(asked.status) ? parsedJson(raw) : undefined;
    if (!isObject(metadata)) return;
    if (asked.step === 'resource-metadata') {
      state.resource = { s: turn.s, metadata };
      const scopes = metadata['scopes_supported'];
      if (turn.applies(OFFLINE) && Array.isArray(scopes) && scopes.includes('offline_access')) {
        const at = scopes.indexOf('offline_access');
        turn.report(OFFLINE, { pointer: pointerTo('scopes_supported', at), found: [quoted('offline_access')] });
      }
    } else if (asked.step === 'server-metadata') state.server = { s: turn.s, url: asked.url, metadata };
    else if (asked.step === 'client-registration') {
      const id = metadata['client_id'];
      if (typeof id === 'string') keep(state.clients, id, { s: turn.s, ...grantor(asked.url, state) }, 100);
    }
  },
});

const bad = (
  turn: Turn,
  rule: Rule,
  broken: boolean,
  found: readonly unknown[],
  related: readonly (number | undefined)[] = [],
): void => {
  if (turn.applies(rule) && broken) turn.report(rule, { found, related });
};

/** Who grants access at an address: the issuer of the metadata, when they speak of its origin. */
function grantor(url: string, { server }: Flow): Grantor {
  const origin = addressOf(url)?.origin ?? '';
  const { issuer, authorization_endpoint: at, token_endpoint: token } = server?.metadata ?? {};
  const ofServer = [issuer, at, token].some((each) => typeof each === 'string' && addressOf(each)?.origin === origin);
  const sure = ofServer && typeof issuer === 'string';
  return { issuer: sure ? issuer : origin, origin, sure };
}

/** Only to the client itself, or encrypted. */
const isSafeRedirect = (uri: string): boolean => {
  const { protocol, hostname } = addressOf(uri) ?? {};
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname ?? ''));
};

function consents(turn: Turn, url: string, query: URLSearchParams, state: Flow): void {
  const get = (name: string): string | undefined => query.get(name) ?? undefined;
  const { server, resource: found } = state;
  const challenge = get('code_challenge');
  bad(turn, PKCE, challenge === undefined, ['code_challenge', undefined]);
  if (challenge !== undefined)
    bad(turn, S256, (get('code_challenge_method') ?? 'plain') === 'plain', [quoted(get('code_challenge_method'))]);
  if (server) {
    const { metadata, s } = server;
    bad(turn, UNSUPPORTED, metadata['code_challenge_methods_supported'] === undefined, [server.url], [s]);
    const { issuer } = metadata;
    const built = issuerOf(server.url);
    if (built !== undefined && typeof issuer === 'string')
      bad(turn, ISSUER, issuer !== built && issuer !== `${built}/`, [quoted(issuer), quoted(built)], [s]);
  }
  const redirect = get('redirect_uri');
  if (redirect !== undefined && !isRedacted(redirect))
    bad(turn, REDIRECT, !isSafeRedirect(redirect), [quoted(redirect)]);
  const id = get('client_id');
  if (id !== undefined) identifies(turn, url, id, state, true);
  bad(turn, STATE, get('state') === undefined, [undefined]);
  const resource = get('resource');
  bad(turn, RESOURCE, resource === undefined, [undefined]);
  if (resource !== undefined) canonical(turn, resource, state);
  const about = found?.metadata['resource'];
  if (typeof about === 'string' && state.endpoint !== undefined && !isRedacted(about))
    bad(turn, MATCH, !covers(about, state.endpoint), [quoted(about), quoted(state.endpoint)], [found?.s]);
  state.consent = { s: turn.s, ...defined({ resource, state: get('state') }) };
  state.callback = undefined;
}

/** The issuer from which the address of metadata was made. */
function issuerOf(url: string): string | undefined {
  const address = addressOf(url);
  const [, before = '', after = ''] =
    /^(.*)\/\.well-known\/(?:oauth-authorization-server|openid-configuration)(\/.*)?$/.exec(address?.pathname ?? '') ??
    [];
  if (!address?.pathname.includes('/.well-known/')) return undefined;
  return address.origin + before + after.replace(/\/$/, '');
}

/** The same origin, and the path or one above it. */
function covers(resource: string, url: string): boolean {
  const [above, below] = [addressOf(resource), addressOf(url)];
  if (!above || !below || above.origin !== below.origin) return false;
  const path = above.pathname.replace(/\/$/, '');
  return below.pathname === path || below.pathname.startsWith(`${path}/`) || path === '';
}

function canonical(turn: Turn, resource: string, { endpoint }: Flow): void {
  if (isRedacted(resource)) return void turn.cannotJudge(CANONICAL, 'redacted');
  const address = addressOf(resource);
  const other = address !== undefined && endpoint !== undefined && addressOf(endpoint)?.origin !== address.origin;
  bad(turn, CANONICAL, !address || resource.includes('#') || other, [quoted(resource), quoted(endpoint)]);
}

function identifies(turn: Turn, url: string, id: string, state: Flow, consent = false): void {
  if (isRedacted(id)) return;
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(id) ? addressOf(id) : undefined;
  if (address) return bad(turn, CLIENT_ID, address.protocol !== 'https:' || address.pathname === '/', [quoted(id)]);
  const given = state.clients.get(id);
  const { issuer, origin, sure } = grantor(url, state);
  // Who uses an id with one that metadata speak of has it from there; so has who asks for consent, as far as is known.
  const unjudged = given?.consent === true;
  if (sure && (!given || unjudged)) keep(state.clients, id, { issuer, origin, sure, s: turn.s }, 100);
  else if (!given && consent) keep(state.clients, id, { issuer, origin, sure, consent, s: turn.s }, 100);
  if (!given || (unjudged && !consent)) return;
  // One who grants access may have addresses on several hosts.
  const other = issuer !== given.issuer && ((sure && given.sure) || origin !== given.origin);
  bad(turn, CROSS, other, [quoted(id), given.issuer, issuer], [given.s]);
}

function comesBack(turn: Turn, query: URLSearchParams, state: Flow): void {
  const iss = query.get('iss') ?? undefined;
  const { server } = state;
  if (iss !== undefined && server)
    bad(
      turn,
      ADVERTISED,
      server.metadata['authorization_response_iss_parameter_supported'] !== true,
      [quoted(iss)],
      [server.s],
    );
  state.callback = { s: turn.s, ...defined({ iss, state: query.get('state') ?? undefined }) };
}

/** A token is asked for: mostly in exchange for a code. */
function takesToken(turn: Turn, url: string, form: URLSearchParams, state: Flow): void {
  const id = form.get('client_id');
  if (id !== null && !/:\/\//.test(id)) identifies(turn, url, id, state);
  if (form.get('grant_type') !== 'authorization_code') return;
  const { consent, callback, server } = state;
  const verifier = form.get('code_verifier') ?? undefined;
  if (isRedacted(verifier)) turn.cannotJudge(PKCE, 'redacted');
  else bad(turn, PKCE, !/^[\w.~-]{43,128}$/.test(verifier ?? ''), ['code_verifier', quoted(verifier)]);
  const resource = form.get('resource') ?? undefined;
  if (isRedacted(resource)) turn.cannotJudge(RESOURCE, 'redacted');
  else if (resource === undefined) bad(turn, RESOURCE, true, [undefined], [consent?.s]);
  else {
    const first = consent?.resource;
    bad(turn, RESOURCE, first !== undefined && resource !== first, [quoted(resource), quoted(first)], [consent?.s]);
  }
  if (resource !== undefined) canonical(turn, resource, state);
  if (!callback) return;
  if (consent?.state !== undefined && !isRedacted(callback.state) && !isRedacted(consent.state))
    bad(
      turn,
      STATE,
      callback.state !== consent.state,
      [quoted(callback.state), quoted(consent.state)],
      [consent.s, callback.s],
    );
  const { issuer, authorization_response_iss_parameter_supported: says } = server?.metadata ?? {};
  if (typeof issuer !== 'string') return;
  const wrong = callback.iss === undefined ? says === true : callback.iss !== issuer;
  bad(turn, ISS, wrong, [quoted(callback.iss), quoted(issuer)], [callback.s, server?.s]);
}

function registers(turn: Turn, client: unknown): void {
  if (!isObject(client)) return;
  if (turn.applies(TYPE) && client['application_type'] === undefined) turn.report(TYPE, { pointer: '' });
  const uris = client['redirect_uris'];
  for (const [index, uri] of Array.isArray(uris) ? (uris as unknown[]).slice(0, 20).entries() : [])
    if (typeof uri === 'string' && !isRedacted(uri) && turn.applies(REDIRECT) && !isSafeRedirect(uri))
      turn.report(REDIRECT, { pointer: pointerTo('redirect_uris', index), found: [quoted(uri)] });
}
