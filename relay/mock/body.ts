/** The body of a request, up to a bound. */
import type { IncomingMessage } from 'node:http';

/** Its text; `too-long` when it has more bytes than `limit`; `cut` when the client left before its end. Never rejects. */
export function bodyOf(
  request: IncomingMessage,
  limit: number,
): Promise<{ readonly text: string } | 'too-long' | 'cut'> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) return void chunks.push(chunk);
      // The rest is read and forgotten, so that the answer arrives.
      chunks = [];
      resolve('too-long');
    });
    request.on('end', () => resolve({ text: Buffer.concat(chunks).toString() }));
    request.on('error', () => resolve('cut'));
    request.on('close', () => resolve('cut'));
  });
}
