/** One step of authorization over HTTP, as the relay makes it: no redirect is followed, and nothing is waited for long. */
import { mayReach, networkOfHost, OutOfReach, type StepFetch } from '#shared/authorization';
import {
  defaultRoute,
  failureOf,
  hop,
  NetworkFailure,
  placeOf,
  type Resolve,
  type NetworkRoute,
} from '../http/index.ts';
import { PROGRAM } from '../base/index.ts';

const LIMIT_MS = 30_000;
/** Metadata and tokens are far smaller. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Rejects with `OutOfReach`, or with a `NetworkFailure` in the system's words when no answer comes in time. */
export function stepFetchBy(resolve?: Resolve, road: NetworkRoute = defaultRoute): StepFetch {
  const fetch: StepFetch = async (url, { method, headers, body, server }) => {
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
        road,
        ...(body === undefined ? {} : { body }),
        ...(from === 'loopback' ? {} : { guard: { from, resolve } }),
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      if (response.problem) {
        response.discard();
        throw new NetworkFailure(response.problem.reason, response.problem.detail);
      }
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of response.body as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        length += chunk.length;
        if (length > MAX_ANSWER_BYTES) throw new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
      }
      const { status, unverified } = response;
      return {
        status,
        headers: response.headers,
        text: Buffer.concat(chunks).toString('utf8'),
        ...(unverified === undefined ? {} : { unverified }),
      };
    } catch (error) {
      if (error instanceof OutOfReach) throw error;
      const { reason, detail } = failureOf(error);
      throw new NetworkFailure(reason, detail, error);
    }
  };
  return Object.assign(fetch, { via: (url: string) => road.via(url) });
}
