/** Rules that are not judged, and why. */
import type { Unsure } from './finding.ts';

export const LEFT_OUT: { readonly [rule: string]: Unsure } = {
  'list-varies-by-connection': 'one-connection',
};
