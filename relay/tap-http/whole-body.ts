/** Bodies that are taken as a whole, because messages in them are shown to the judge. */
import type { IncomingMessage } from 'node:http';
import { LONGEST } from '../tap-judge/index.ts';
import type { Coding, NotJudged } from './coding.ts';

/**
 * How a body came: all of it, and what is in it, or why that can't be judged; so much of it that it is not judged, and its rest comes
 * still; or what came before it broke off.
 */
export type Came =
  | { readonly is: 'whole'; readonly bytes: Buffer; readonly body: Buffer | NotJudged }
  | { readonly is: 'long'; readonly begun: readonly Buffer[] }
  | { readonly is: 'cut'; readonly begun: readonly Buffer[]; readonly error: Error };

/** Take a body that is compressed so; `then` is called once. Of one that is too long nothing more is read before that. */
export function takeBody(from: IncomingMessage, coding: Coding, then: (came: Came) => void): void {
  const pieces: Buffer[] = [];
  let length = 0;
  const over = (): void => void from.off('data', take).off('end', end).off('error', cut);
  const take = (bytes: Buffer): void => {
    pieces.push(bytes);
    length += bytes.length;
    if (length <= LONGEST) return;
    from.pause();
    over();
    then({ is: 'long', begun: pieces });
  };
  const end = (): void => {
    over();
    const bytes = Buffer.concat(pieces);
    if (bytes.length === 0) then({ is: 'whole', bytes, body: bytes });
    else coding.decode(bytes, (body) => then({ is: 'whole', bytes, body }));
  };
  const cut = (error: Error): void => {
    over();
    then({ is: 'cut', begun: pieces, error });
  };
  from.on('data', take).on('end', end).on('error', cut);
}
