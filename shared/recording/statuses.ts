/** What is common to HTTP exchanges: status codes with their names (RFC 9110 section 15, RFC 6585), and headers. */
import type { HeaderPairs } from './kinds/index.ts';

const NAMES: ReadonlyMap<number, string> = new Map([
  [200, 'OK'],
  [201, 'Created'],
  [202, 'Accepted'],
  [203, 'Non-Authoritative Information'],
  [204, 'No Content'],
  [205, 'Reset Content'],
  [206, 'Partial Content'],
  [300, 'Multiple Choices'],
  [301, 'Moved Permanently'],
  [302, 'Found'],
  [303, 'See Other'],
  [304, 'Not Modified'],
  [307, 'Temporary Redirect'],
  [308, 'Permanent Redirect'],
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [402, 'Payment Required'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [406, 'Not Acceptable'],
  [407, 'Proxy Authentication Required'],
  [408, 'Request Timeout'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [411, 'Length Required'],
  [412, 'Precondition Failed'],
  [413, 'Content Too Large'],
  [414, 'URI Too Long'],
  [415, 'Unsupported Media Type'],
  [416, 'Range Not Satisfiable'],
  [417, 'Expectation Failed'],
  [421, 'Misdirected Request'],
  [422, 'Unprocessable Content'],
  [426, 'Upgrade Required'],
  [428, 'Precondition Required'],
  [429, 'Too Many Requests'],
  [431, 'Request Header Fields Too Large'],
  [500, 'Internal Server Error'],
  [501, 'Not Implemented'],
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
  [505, 'HTTP Version Not Supported'],
]);

/** Names that RFC 9110 replaced, which libraries still write. */
const OLDER = ['moved temporarily', 'payload too large', 'request entity too large', 'unprocessable entity'];

/** The name of a status code, or nothing. */
export const statusName = (status: number | undefined): string => NAMES.get(status ?? 0) ?? '';

/** `404 Not Found`, or with the server's own reason phrase. */
export const statusText = (status: number | undefined, phrase = statusName(status)): string =>
  `${status ?? ''} ${phrase}`.trim();

/** The reason phrase of a response where it is the server's own (RFC 9112, section 4); undefined where it says what the code says. */
export function ownPhrase(status: number, phrase = ''): string | undefined {
  const written = phrase.trim().toLowerCase();
  return written === '' || written === statusName(status).toLowerCase() || OLDER.includes(written) ? undefined : phrase;
}

/** What every POST of Streamable HTTP carries (2025-11-25, basic/transports#sending-messages-to-the-server). */
export const POST_HEADERS = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json, text/event-stream'],
] as const satisfies HeaderPairs;

/** The value of the first header of this name, whatever the case of either; undefined when there is none. */
export function headerOf(headers: HeaderPairs | undefined, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers?.find(([each]) => each.toLowerCase() === wanted)?.[1];
}
