/**
 * Why a browser refused: what a server's answer to a preflight lacks for a page to talk to it (Fetch standard, CORS
 * protocol). Browsers tell a page only that it failed; the relay can ask the same question and read the answer.
 */
import type { HeaderPairs } from '#shared/recording';

export interface Preflight {
  readonly status: number;
  readonly headers: HeaderPairs;
}

/**
 * Names what is missing, each as a header line the server could add. `asked` are the request's header names. An empty
 * list means that the preflight would pass.
 */
export function missingForCors(
  preflight: Preflight,
  origin: string,
  method: string,
  asked: readonly string[],
): string[] {
  const value = (name: string): string | undefined =>
    preflight.headers.find(([each]) => each.toLowerCase() === name)?.[1];
  const list = (name: string): string[] => (value(name) ?? '').split(',').map((each) => each.trim().toLowerCase());
  const missing: string[] = [];
  const allowed = value('access-control-allow-origin');
  if (allowed !== '*' && allowed !== origin) missing.push(`Access-Control-Allow-Origin: ${origin}`);
  const methods = list('access-control-allow-methods');
  const simple = ['GET', 'HEAD', 'POST'].includes(method);
  if (!simple && !methods.includes('*') && !methods.includes(method.toLowerCase()))
    missing.push(`Access-Control-Allow-Methods: ${method}`);
  const headers = list('access-control-allow-headers');
  // The wildcard does not cover Authorization.
  const lacking = asked.filter(
    (name) =>
      !headers.includes(name.toLowerCase()) && !(headers.includes('*') && name.toLowerCase() !== 'authorization'),
  );
  if (lacking.length > 0) missing.push(`Access-Control-Allow-Headers: ${lacking.join(', ')}`);
  if (missing.length === 0 && (preflight.status < 200 || preflight.status > 299))
    missing.push(`a 2xx status for OPTIONS (it is ${preflight.status})`);
  return missing;
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
