import type { Weight } from '#shared/compare';

const worst: { readonly [weight in Weight | 'same']: readonly [word: string, hint: string] } = {
  same: ['Same', 'Nothing differs.'],
  informational: ['Same', 'No difference that counts.'],
  changed: ['Changed', 'There are differences that count. Existing clients should still work.'],
  breaking: ['Breaking', 'Existing clients may stop working.'],
};

export const findings = {
  worst,
  also: (breaking: number, changed: number): string =>
    [
      ...(breaking > 0 ? [`${breaking.toLocaleString('en')} more breaking`] : []),
      ...(changed > 0 ? [`${changed.toLocaleString('en')} more changed`] : []),
    ].join(', '),
  rules: { came: 'New:', went: 'Resolved:' },
  rulesNone: 'No new or resolved findings.',
  rulesHint:
    'Rules of the specification that only one recording breaks. New ones count in the verdict; resolved ones and advice do not.',
  ruleWhat: 'Found',
  ruleWhere: 'Where',
  brokenNone: 'No new malformed messages or protocol violations.',
  brokenHint: 'Lines that are not JSON-RPC, and protocol violations. New ones count in the verdict.',
  listsNone: 'Lists have the same order and page size.',
  checkLists: 'Check order and page size of lists',
  strict: 'Strict',
  strictHint: 'Titles, all session properties and new kinds of notifications count in the verdict too',
};
