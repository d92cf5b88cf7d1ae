import { common as shared } from '#shared/words/en';

export const common = {
  ...shared,
  noDate: 'no date',
  notFetched: 'This part of the page could not be loaded. Is Lifeline still running?',
  cancel: 'Cancel',
  stop: 'Stop',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  remove: 'Remove',
  moreTabs: 'More',
  add: 'Add',
  more: (n: number): string => `and ${n.toLocaleString('en')} more`,
  endOfList: 'end of list',
  moreBelow: (n: number): string => `${n.toLocaleString('en')} more`,
  saved: (name: string): string => `Saved ${name}`,
  /** Rows drawn of a list that is longer than a browser can hold. */
  shownOf: (shown: string, whole: string): string => `${shown} of ${whole} shown.`,
  showMore: (n: number): string => `Show ${n} more`,
  loading: 'Loading…',
  notCopied: (detail: string): string => `Couldn’t copy the text: ${detail}`,
  layingOut: 'Formatting the rest…',
  rows: (n: string): string => `${n} rows`,
  event: (s: number | string): string => `event ${s}`,
  leaveWithTab: 'Press Escape, then Tab, to leave the editor',
  hasUser: (host: string): string => `The URL contains a user name; the real host is ${host}.`,
  hasOtherLetters: (host: string): string =>
    `The host name contains look-alike letters. Make sure it is the one you expect: ${host}`,
};
