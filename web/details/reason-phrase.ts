/** Reason phrases of the HTTP status codes that MCP servers give (RFC 9110 section 15), which HTTP/2 no longer sends. */
const PHRASES: ReadonlyMap<number, string> = new Map([
  [200, 'OK'],
  [202, 'Accepted'],
  [204, 'No Content'],
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [406, 'Not Acceptable'],
  [415, 'Unsupported Media Type'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
]);

/** The phrase of a status code, or nothing. */
export function reasonPhrase(status: number | undefined): string {
  return PHRASES.get(status ?? 0) ?? '';
}
