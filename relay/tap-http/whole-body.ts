/** Bodies that are taken as a whole, because messages in them are shown to the judge. */
import type { IncomingMessage } from 'node:http';
import { LONGEST } from '../tap-judge/index.ts';

/** How a body came: all of it; so much of it that it is not judged, and its rest comes still; or what came before it broke off. */
export type Came =
  | { readonly is: 'whole'; readonly bytes: Buffer }
  | { readonly is: 'long'; readonly begun: readonly Buffer[] }
  | { readonly is: 'cut'; readonly begun: readonly Buffer[]; readonly error: Error };

/** Take a body; `then` is called once. Of one that is too long nothing more is read before that. */
export function takeBody(from: IncomingMessage, then: (came: Came) => void): void {
  const pieces: Buffer[] = [];
  let length = 0;
  const done = (came: Came): void => {
    from.off('data', take).off('end', end).off('error', cut);
    then(came);
  };
  const take = (bytes: Buffer): void => {
    pieces.push(bytes);
    length += bytes.length;
    if (length <= LONGEST) return;
    from.pause();
    done({ is: 'long', begun: pieces });
  };
  const end = (): void => done({ is: 'whole', bytes: Buffer.concat(pieces) });
  const cut = (error: Error): void => done({ is: 'cut', begun: pieces, error });
  from.on('data', take).on('end', end).on('error', cut);
}
