/** One step of authorization over HTTP, as the relay makes it: no redirect is followed, and nothing is waited for long. */
import type { StepFetch } from '#shared/authorization';
import { explainFetch, hop } from '../http/index.ts';
import { PROGRAM } from '../program.ts';

const LIMIT_MS = 30_000;
/** Bytes read of an answer; metadata and tokens are far smaller. */
const LONGEST = 1024 * 1024;

/** Rejects with the system's words when nothing answers, or not in time. */
export const stepFetch: StepFetch = async (url, { method, headers, body }) => {
  const agent = ['User-Agent', `${PROGRAM.name}/${PROGRAM.version}`] as const;
  try {
    const response = await hop(new URL(url), {
      method,
      headers: [...headers, agent],
      ...(body === undefined ? {} : { body }),
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
    throw new Error(explainFetch(error), { cause: error });
  }
};
