/** Where a client looks for who grants access, and what it finds there (basic/authorization#protected-resource-metadata-discovery-requirements and later sections). */
import { isObject, parsedJson } from '#shared/jsonrpc';
import { challengeIn } from '#shared/mcp';
import { RULES as AUTH } from '../rules/auth.ts';
import { RULES as AUTH_GRANTS } from '../rules/auth-grants.ts';
import { RULES as AUTH_EXTRA } from '../rules/auth-extra.ts';
import { addressOf, isLoopback, isRedacted, isSuccess, judge, keep, pointerTo, quoted, type Turn } from '../judging.ts';

const {
  'auth-401-discoverable': DISCOVERABLE,
  'auth-static-token': STATIC,
  'auth-prm-order': ORDER,
  'auth-prm-servers': SERVERS,
} = AUTH;
const { 'auth-endpoints-https': HTTPS } = AUTH_GRANTS;
const { 'auth-as-metadata-order': SERVER_ORDER, 'auth-legacy-base-url': BASE } = AUTH_EXTRA;

const RESOURCE = '/.well-known/oauth-protected-resource';
const SERVER = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';

interface Refused {
  readonly s: number;
  readonly path: string;
  readonly named?: string;
  readonly fixed: boolean;
}

const begun = () => ({
  /** Addresses of the steps by exchange. */
  steps: new Map<
    string,
    { readonly step: string; readonly url: string; readonly s: number; readonly status?: number }
  >(),
  /** Addresses of metadata that were asked for: the event. */
  tried: new Map<string, number>(),
  /** Where the client sent its last message. */
  endpoint: undefined as string | undefined,
  /** The last refusal: its event, the path of the server, where it says the metadata are. */
  refused: undefined as Refused | undefined,
  /** A token was asked for. */
  granted: false,
  issuers: [] as readonly string[],
  /** Addresses of metadata of issuers at which there were none: the event. */
  failed: new Map<string, number>(),
  /** Well-known addresses at which there were none, since. */
  missing: new Map<string, number>(),
});
type Metadata = ReturnType<typeof begun>;

export const AUTH_METADATA = judge<Metadata>({
  rules: [DISCOVERABLE, STATIC, ORDER, SERVERS, HTTPS, SERVER_ORDER, BASE],
  init: begun,
  http(turn, { x, step, phase, url = '', status = 0 }, state) {
    const { exchange } = turn;
    if (step === undefined) {
      if (phase === 'request') state.endpoint = url;
      if (phase === 'response' && status === 401 && exchange) {
        const { scheme, metadata: named } = challengeIn(exchange.answer.get('www-authenticate') ?? '');
        const path = addressOf(exchange.url)?.pathname.replace(/\/$/, '') ?? '';
        // A server that asks for another kind, or was given a token that nobody granted, need not have this kind of authorization.
        const other = exchange.answer.has('www-authenticate') && !scheme;
        const fixed = other || (exchange.headers.has('authorization') && !state.granted);
        state.refused = { s: turn.s, path, fixed, ...(named === undefined ? {} : { named }) };
        state.missing.clear();
      }
      return;
    }
    if (step === 'token') state.granted = true;
    if (phase === 'end') return void state.steps.delete(x);
    if (step !== 'resource-metadata' && step !== 'server-metadata') return;
    if (phase === 'request') {
      keep(state.steps, x, { step, url, s: turn.s }, 100);
      if (step === 'resource-metadata') resourceAsked(turn, url, state);
      else serverAsked(turn, url, state);
      keep(state.tried, address(url), turn.s, 200);
    } else if (phase === 'response') {
      const asked = state.steps.get(x);
      keep(state.steps, x, { step, url: '', s: turn.s, ...asked, status }, 100);
      if (step === 'resource-metadata' && asked && !isSuccess(status)) notThere(turn, asked.url, state);
      if (step === 'server-metadata' && status >= 400 && asked) keep(state.failed, address(asked.url), turn.s, 100);
      if (step === 'server-metadata' && asked && isSuccess(status) && turn.applies(HTTPS) && isPlain(asked.url))
        turn.report(HTTPS, { found: [asked.url], related: [asked.s] });
    }
  },
  body(turn, { x, dir, raw }, state) {
    const { steps } = state;
    const { event } = turn;
    if (dir !== 's2c' || turn.exchange || raw === undefined || event.k !== 'body') return;
    const metadata = parsedJson(raw);
    const asked = steps.get(x);
    if (!isObject(metadata) || !asked || !isSuccess(asked.status)) return;
    const related = [asked.s];
    if (asked.step === 'resource-metadata') {
      const servers = metadata['authorization_servers'];
      if (Array.isArray(servers)) state.issuers = servers.slice(0, 20).filter((each) => typeof each === 'string');
      if (!turn.applies(SERVERS) || (Array.isArray(servers) && servers.length > 0)) return;
      const pointer = servers === undefined ? '' : '/authorization_servers';
      turn.report(SERVERS, { pointer, found: [quoted(servers)], related });
      return;
    }
    if (!turn.applies(HTTPS)) return;
    for (const name of ['authorization_endpoint', 'token_endpoint', 'registration_endpoint']) {
      const url = metadata[name];
      if (typeof url === 'string' && isPlain(url))
        turn.report(HTTPS, { pointer: pointerTo(name), found: [url], related });
    }
  },
  connection(turn, { event }, { issuers, failed, tried }) {
    if (event !== 'closed' || failed.size === 0) return;
    for (const issuer of issuers) {
      const places = placesOf(issuer);
      const next = places.findIndex((place) => !failed.has(place));
      const given = next > 0 ? places[next] : undefined;
      if (given === undefined || places.slice(next).some((place) => tried.has(place)) || !turn.applies(SERVER_ORDER))
        continue;
      turn.report(SERVER_ORDER, {
        found: [places[next - 1], given],
        related: places.map((place) => failed.get(place)),
      });
    }
  },
});

/** Where the metadata of an issuer may be, in their order. */
function placesOf(issuer: string): readonly string[] {
  const { origin = '', pathname = '' } = addressOf(issuer) ?? {};
  const path = pathname.replace(/\/$/, '');
  const inserted = [origin + SERVER + path, origin + OPENID + path];
  return path === '' ? inserted : [...inserted, origin + path + OPENID];
}

/** Without the query, and without a last slash. */
function address(url: string): string {
  const { origin = '', pathname = '' } = addressOf(url) ?? {};
  return origin + pathname.replace(/\/$/, '');
}

/** Without encryption, and not to this machine. */
function isPlain(url: string): boolean {
  const { protocol, hostname = '' } = addressOf(url) ?? {};
  return protocol === 'http:' && !isLoopback(hostname);
}

function resourceAsked(turn: Turn, url: string, { refused, tried, endpoint }: Metadata): void {
  const here = addressOf(url);
  const own = endpoint === undefined ? undefined : addressOf(endpoint);
  // Without a refusal a client may look before it asks, in the same order.
  const unasked = own && own.origin === here?.origin ? { path: own.pathname.replace(/\/$/, '') } : undefined;
  const { named, path, s }: Partial<Refused> = refused ?? unasked ?? {};
  if (path === undefined || !here || !turn.applies(ORDER)) return;
  if (isRedacted(url) || isRedacted(named)) return void turn.cannotJudge(ORDER, 'redacted');
  if (refused === undefined && turn.facts.partial) return void turn.cannotJudge(ORDER, 'begins-in-the-middle');
  if (named !== undefined) {
    if (address(named) !== address(url) && !tried.has(address(named)))
      turn.report(ORDER, { found: [url, named], related: [s] });
  } else if (path !== '' && here.pathname.replace(/\/$/, '') === RESOURCE) {
    const first = here.origin + RESOURCE + path;
    if (!tried.has(first)) turn.report(ORDER, { found: [url, first], related: [s] });
  }
}

/** There is nothing at an address at which a server's metadata may be. */
function notThere(turn: Turn, url: string, { refused, missing }: Metadata): void {
  const here = addressOf(url)?.pathname.replace(/\/$/, '');
  if (!refused || here === undefined || refused.named !== undefined || !here.startsWith(RESOURCE)) return;
  missing.set(here, turn.s);
  const places = [...new Set([RESOURCE + refused.path, RESOURCE])];
  const rule = refused.fixed ? STATIC : DISCOVERABLE;
  if (!places.every((place) => missing.has(place)) || !turn.applies(rule)) return;
  turn.report(rule, { found: [places.length], related: [refused.s, ...missing.values()] });
  missing.clear();
}

/** The client looks for the metadata of who grants access: RFC 8414 with the path inserted, OpenID Connect so, then appended. */
function serverAsked(turn: Turn, url: string, { tried, issuers }: Metadata): void {
  const here = addressOf(url);
  if (!here) return;
  const path = here.pathname.replace(/\/$/, '');
  const inner = path.indexOf('/.well-known/');
  if (inner > 0 && turn.applies(BASE)) turn.report(BASE, { found: [path] });
  if (!turn.applies(SERVER_ORDER)) return;
  const place = here.origin + path;
  const own = issuers.map(placesOf).filter(([first]) => addressOf(first ?? '')?.origin === here.origin);
  const named = own.find((places) => places.includes(place)) ?? own[0];
  const name = [SERVER, OPENID].find((each) => path.includes(each));
  if (name === undefined) return;
  // Where nobody names the issuer, the address tells it.
  const issuer = inner > 0 ? path.slice(0, inner) : path.slice(name.length);
  const places = named ?? placesOf(here.origin + issuer);
  const at = places.indexOf(place);
  const before = at < 0 ? places.slice(0, 1) : places.slice(0, at);
  const skipped = before.find((each) => !tried.has(each));
  if (skipped !== undefined) turn.report(SERVER_ORDER, { found: [place, skipped] });
}
