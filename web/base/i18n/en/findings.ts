/** Words for what a comparison tells of: the worst change, and how much else counts. */
import type { Weight } from '#shared/compare';

const worst: { readonly [weight in Weight | 'same']: readonly [word: string, hint: string] } = {
  same: ['Same', 'Nothing differs.'],
  informational: ['Same', 'Nothing differs that counts.'],
  changed: ['Changed', 'Something differs that counts. Clients that worked should still work.'],
  breaking: ['Breaking', 'A client that worked may not work any more.'],
};

export const findings = {
  worst,
  also: (breaking: number, changed: number): string =>
    [
      ...(breaking > 0 ? [`${breaking.toLocaleString('en')} more breaking`] : []),
      ...(changed > 0 ? [`${changed.toLocaleString('en')} more changed`] : []),
    ].join(', '),
  brokenNone: 'No other broken lines or messages than before.',
  brokenHint: 'Lines that are not JSON-RPC and protocol violations. New ones count.',
  listsNone: 'The lists come in the same order and on pages of the same size.',
  checkLists: 'Check order and page size of lists',
  strict: 'Strict',
  strictHint: 'Titles, all facts of the session, and new kinds of notifications count too',
};
