/** Why a browser refused: what a server's answers lack for a page (Fetch standard, CORS). Pages see only failure; the relay reads them. */
import { headerOf, type HeaderPairs } from '#shared/recording';

export interface CorsAnswer {
  readonly status: number;
  readonly headers: HeaderPairs;
}

export interface CorsQuestion {
  readonly origin: string;
  readonly method: string;
  readonly asked: readonly string[];
}

/** What clients of this protocol send and read in the course of a session (basic/transports#streamable-http, basic/authorization). */
export const CORS_METHODS: readonly string[] = ['GET', 'POST', 'DELETE'];
export const CORS_REQUEST_HEADERS: readonly string[] = [
  'Content-Type',
  'Authorization',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
  'Last-Event-ID',
  'Mcp-Method',
  'Mcp-Name',
];
export const CORS_EXPOSED: readonly string[] = ['Mcp-Session-Id', 'WWW-Authenticate'];

/**
 * Everything that is missing, when the request could not pass: first the status of the preflight (`OPTIONS → 204`), then header lines
 * that the server could add, those that later requests of a session need included; a line that only answers with some status lack
 * begins with it (`401 → …`). An empty list when nothing hindered the request. `actual` is the head of an answer to a plain request.
 */
export function missingForCors(
  preflight: CorsAnswer,
  actual: CorsAnswer | undefined,
  question: CorsQuestion,
): string[] {
  const { origin, method, asked } = question;
  const originLine = `Access-Control-Allow-Origin: ${origin}`;
  const refused = !allowsOrigin(preflight, origin);
  const passes = preflight.status >= 200 && preflight.status < 300;
  const withheld = actual !== undefined && !allowsOrigin(actual, origin);
  const methods = lackingOf(preflight, 'access-control-allow-methods', CORS_METHODS).filter(
    (each) => !SIMPLE.includes(each),
  );
  const headers = lackingHeaders(preflight, asked);
  const hinders = refused || !passes || withheld || headers.length > 0 || methods.includes(method);
  if (!hinders) return [];
  const all = lackingHeaders(preflight, [...asked, ...CORS_REQUEST_HEADERS]);
  const exposed = lackingOf(actual ?? preflight, 'access-control-expose-headers', CORS_EXPOSED);
  return [
    `OPTIONS → ${preflight.status}`,
    ...(refused ? [originLine] : []),
    ...(methods.length > 0 ? [`Access-Control-Allow-Methods: ${CORS_METHODS.join(', ')}`] : []),
    ...(all.length > 0 ? [`Access-Control-Allow-Headers: ${all.join(', ')}`] : []),
    ...(exposed.length > 0 ? [`Access-Control-Expose-Headers: ${exposed.join(', ')}`] : []),
    ...(withheld && !refused ? [`${actual.status} → ${originLine}`] : []),
  ];
}

/** The same where nothing of the server's answers can be read: all that a session needs. */
export function neededForCors({ origin, asked }: Pick<CorsQuestion, 'origin' | 'asked'>): string[] {
  return missingForCors({ status: 0, headers: [] }, undefined, { origin, method: 'POST', asked }).slice(1);
}

const SIMPLE: readonly string[] = ['GET', 'HEAD', 'POST'];

function allowsOrigin(answer: CorsAnswer, origin: string): boolean {
  const allowed = headerOf(answer.headers, 'access-control-allow-origin')?.trim();
  return allowed === '*' || allowed === origin;
}

const listIn = ({ headers }: CorsAnswer, header: string): string[] =>
  (headerOf(headers, header) ?? '').split(',').map((each) => each.trim().toLowerCase());

/** Those of some names that a header's list does not have, whatever their case. */
function lackingOf(answer: CorsAnswer, header: string, names: readonly string[]): string[] {
  const listed = listIn(answer, header);
  return listed.includes('*') ? [] : distinct(names).filter((name) => !listed.includes(name.toLowerCase()));
}

/** The wildcard does not cover Authorization. */
function lackingHeaders(answer: CorsAnswer, names: readonly string[]): string[] {
  const header = 'access-control-allow-headers';
  const listed = listIn(answer, header);
  const needed = distinct(names);
  return listed.includes('*') && !listed.includes('authorization')
    ? needed.filter((name) => name.toLowerCase() === 'authorization')
    : lackingOf(answer, header, needed);
}

function distinct(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()));
}

const SAFE = new Set(['accept', 'accept-language', 'content-language']);

/** Header names of a request that a browser asks about before it sends it: all but the CORS-safelisted ones. */
export function namesToAsk(headers: HeaderPairs): string[] {
  return headers
    .filter(
      ([name, value]) =>
        !SAFE.has(name.toLowerCase()) &&
        !(
          name.toLowerCase() === 'content-type' &&
          /^(text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\b/.test(value)
        ),
    )
    .map(([name]) => name);
}
