export const common = {
  bytes: (n: number): string => (n === 1 ? '1 byte' : `${n.toLocaleString('en')} bytes`),
  events: (n: number): string => (n === 1 ? '1 event' : `${n.toLocaleString('en')} events`),
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  remove: 'Remove',
  add: 'Add',
  client: 'client',
  server: 'server',
  clientToServer: 'client → server',
  serverToClient: 'server → client',
};
