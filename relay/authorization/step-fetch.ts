/** One step of authorization over HTTP, as the relay makes it: no redirect is followed, and nothing is waited for long. */
import { mayReach, networkOfHost, OutOfReach, type StepFetch } from '#shared/authorization';
import { explainFetch, guardedLookup, hop, placeOf, type Resolve } from '../http/index.ts';
import { PROGRAM } from '../program.ts';

const LIMIT_MS = 30_000;
/** Bytes read of an answer; metadata and tokens are far smaller. */
const LONGEST = 1024 * 1024;

/** A `StepFetch` whose names are resolved by `resolve`. */
export function stepFetchBy(resolve?: Resolve): StepFetch {
  return async (url, { method, headers, body, server }) => {
    const agent = ['User-Agent', `${PROGRAM.name}/${PROGRAM.version}`] as const;
    const from = server === undefined ? 'loopback' : placeOf(server);
    const { hostname } = new URL(url);
    const network = networkOfHost(hostname);
    // A literal address is never looked up.
    if (network !== undefined && !mayReach(from, network)) throw new OutOfReach(hostname, network);
    try {
      const response = await hop(new URL(url), {
        method,
        headers: [...headers, agent],
        ...(body === undefined ? {} : { body }),
        ...(from === 'loopback' ? {} : { lookup: guardedLookup(from, resolve) }),
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of response.body as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        length += chunk.length;
        if (length > LONGEST) throw new Error(`the answer is longer than ${LONGEST} bytes`);
      }
      return { status: response.status, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') };
    } catch (error) {
      if (error instanceof OutOfReach) throw error;
      throw new Error(explainFetch(error), { cause: error });
    }
  };
}

/** Rejects with the system's words when nothing answers, or not in time, and with `OutOfReach`. */
export const stepFetch: StepFetch = stepFetchBy();
