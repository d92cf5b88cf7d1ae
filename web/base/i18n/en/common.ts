export const common = {
  bytes: (n: number): string => (n === 1 ? '1 byte' : `${n.toLocaleString('en')} bytes`),
  events: (n: number): string => (n === 1 ? '1 event' : `${n.toLocaleString('en')} events`),
  noDate: 'no date',
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  remove: 'Remove',
  /** Between a label and what it labels. */
  colon: ': ',
  aside: (more: string): string => ` (${more})`,
  allTabs: 'All panels',
  add: 'Add',
  /** Rows drawn of a list that is longer than a browser can hold. */
  listed: (shown: string, whole: string): string => `The first ${shown} of ${whole} are listed.`,
  shownOf: (shown: string, whole: string): string => `${shown} of ${whole} shown.`,
  showMore: (n: number): string => `Show ${n} more`,
  client: 'client',
  server: 'server',
  clientToServer: 'client → server',
  serverToClient: 'server → client',
};
