/**
 * What keeps other pages and other people's programs out: the relay starts processes, so whoever may talk to it may do
 * what this person may. Loopback only; Host, Origin and Sec-Fetch-Site checked (DNS rebinding, cross-site requests); secrets and a
 * name of the host per launch.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

export interface Place {
  readonly port: number;
  /** The only name that its host has; `localhost` stands for every name of this machine. */
  readonly host: string;
}

export interface Secrets extends Place {
  readonly cookie: string;
  readonly key: string;
}

export const SUBPROTOCOL = 'lifeline';
/** The page's socket cannot send headers of its own: its key is a second subprotocol, which is never the chosen one. */
const KEY_PREFIX = 'key.';

export type Refusal = { readonly status: 401 | 403; readonly sentence: string };

const NAMES = ['localhost', '127.0.0.1', '[::1]'];
const namesOf = ({ host }: Place): readonly string[] => (host === 'localhost' ? NAMES : [host]);

export const originOf = ({ host, port }: Place): string => `http://${host}${port === 80 ? '' : `:${port}`}`;

/** The refusal of a request by its Host, Origin and Sec-Fetch-Site, before anything else is looked at; undefined when all are fine. */
export function refuseStranger(request: IncomingMessage, place: Place): Refusal | undefined {
  const { origin } = request.headers;
  if (!isAt(request, namesOf(place), place.port))
    return { status: 403, sentence: 'This address is not the relay: open the one it printed.' };
  if (origin !== undefined && !namesOf(place).some((host) => origin === originOf({ ...place, host })))
    return { status: 403, sentence: 'Only the page that the relay serves may use it.' };
  if (!isOwnSite(request)) return { status: 403, sentence: 'Another site asks for this.' };
  return undefined;
}

/** True for a request to this machine by a name that is not the page's. */
export const isElsewhere = (request: IncomingMessage, place: Place): boolean =>
  place.host !== 'localhost' && isAt(request, NAMES, place.port);

/** Browsers leave the port out when it is the scheme's own. */
const isAt = ({ headers: { host = '' } }: IncomingMessage, names: readonly string[], port: number): boolean =>
  names.some((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])].includes(host.toLowerCase()));

/**
 * What a browser says of who asks (Fetch Metadata, section 2.3): this origin, or a person. Anybody may lead to the page in a tab of
 * its own, as links and the file with the address do; nothing happens there without the key. Other programs than browsers say nothing.
 */
function isOwnSite({ method, url = '', headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  const isPage = method === 'GET' && /^\/(?:authorized)?(?:\?|$)/.test(url);
  return isPage && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

/** The refusal of an upgrade to the page's socket; undefined when it may go on. */
export function refuseSocket(request: IncomingMessage, secrets: Secrets): Refusal | undefined {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
  const key = offered.find((each) => each.startsWith(KEY_PREFIX))?.slice(KEY_PREFIX.length);
  return refuseWithoutOrigin(request, secrets) ?? (hasBoth(request, key, secrets) ? undefined : UNKNOWN);
}

/** The refusal of an upgrade to a socket that tells no secrets and takes no orders: the cookie is enough. */
export function refuseWithoutCookie(request: IncomingMessage, secrets: Secrets): Refusal | undefined {
  return refuseWithoutOrigin(request, secrets) ?? (hasCookie(request, secrets) ? undefined : UNKNOWN);
}

/** The refusal of what only a page may ask. Browsers always send Origin with an upgrade and with a POST. */
export function refuseWithoutOrigin(request: IncomingMessage, place: Place): Refusal | undefined {
  if (request.headers.origin === undefined) return { status: 403, sentence: 'This needs an Origin.' };
  return refuseStranger(request, place);
}

/** The refusal of a request without the cookie and the page key of this launch. */
export function refuseUnknown(request: IncomingMessage, secrets: Secrets): Refusal | undefined {
  const key = request.headers['x-lifeline-key'];
  return hasBoth(request, typeof key === 'string' ? key : undefined, secrets) ? undefined : UNKNOWN;
}

const UNKNOWN: Refusal = { status: 401, sentence: 'Open the address that the relay printed last.' };

function hasBoth(request: IncomingMessage, key: string | undefined, secrets: Secrets): boolean {
  const [knowsKey, knowsCookie] = [sameSecret(key ?? '', secrets.key), hasCookie(request, secrets)];
  return knowsKey && knowsCookie;
}

function hasCookie(request: IncomingMessage, { port, cookie }: Secrets): boolean {
  const wanted = cookieName(port);
  return (request.headers.cookie ?? '').split(';').some((pair) => {
    const equals = pair.indexOf('=');
    return pair.slice(0, equals).trim() === wanted && sameSecret(pair.slice(equals + 1).trim(), cookie);
  });
}

/** The cookie that an opening token is exchanged for. Cookies ignore ports, so the name carries it. */
export function cookieFor({ port, cookie }: Secrets): string {
  return `${cookieName(port)}=${cookie}; HttpOnly; SameSite=Strict; Path=/`;
}

/** Compare in a time that tells nothing about where two texts differ. */
function sameSecret(given: string, secret: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

const POLICIES = [
  'default',
  'svelte-trusted-html',
  'defaultWorkerFactory',
  'diffEditorWidget',
  'diffReview',
  'domLineBreaksComputer',
  'editorGhostText',
  'editorViewLayer',
  'richScreenReaderContent',
  'standaloneColorizer',
  'stickyScrollViewLayer',
  'tokenizeToString',
];

export function securityHeaders(place: Place): OutgoingHttpHeaders {
  // Not every browser counts ws: to the page's own host as 'self'. http: and https: let the page talk to any MCP server.
  // A policy cannot name an IPv6 address; a page opened under one relies on 'self'.
  const sockets = namesOf(place)
    .filter((name) => !name.startsWith('['))
    .map((name) => `ws://${name}:${place.port}`)
    .join(' ');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data: blob:",
    'media-src data: blob:',
    `connect-src 'self' ${sockets} http: https:`,
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    // Text becomes markup or the address of a script through these policies only. All but the first two are Monaco's own.
    "require-trusted-types-for 'script'",
    `trusted-types ${POLICIES.join(' ')} 'allow-duplicates'`,
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'X-DNS-Prefetch-Control': 'off',
    'Permissions-Policy': 'camera=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}

const cookieName = (port: number): string => `lifeline_${port}`;
