/** What a browser held against a server's answers, as the page recorded it (`missingForCors` of `shared/transport`). */

export interface CorsFailure {
  /** HTTP status of the answer to the preflight, where it was seen. */
  readonly preflight?: number;
  /** Header lines that the server would have to send; one that only some answers lack begins with their status (`401 → …`). */
  readonly missing: readonly string[];
}

/** What the detail of a problem says of CORS; undefined for a problem of another kind. */
export function corsFailure(reason: string, detail = ''): CorsFailure | undefined {
  if (!reason.startsWith('cors-')) return undefined;
  const [first = '', ...rest] = detail.split('\n');
  const status = reason === 'cors-refused' ? /^OPTIONS → (\d+)$/u.exec(first)?.[1] : undefined;
  const lines = status === undefined ? [first, ...rest] : rest;
  return {
    missing: lines.filter((line) => line !== ''),
    ...(status === undefined ? {} : { preflight: Number(status) }),
  };
}
