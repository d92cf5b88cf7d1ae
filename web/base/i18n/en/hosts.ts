import { counted } from '#shared/words';

export const hosts = {
  title: 'Tap hosts',
  open: 'Tap hosts…',
  openHelp: 'Record what an application on this computer sends to its servers.',
  intro:
    'A tapped server is started through Lifeline, which records everything between the host and the server. Only the server’s command changes in the configuration.',
  looking: 'Looking for configurations…',
  none: 'No host with servers was found on this computer.',
  ofProject: 'In the working folder. Do not commit it while a server is tapped.',
  fetched:
    'Lifeline runs from the npx cache, so each start of a tapped server takes about a second longer. Install it to avoid that.',
  all: 'All',
  allOf: (host: string, file: string): string => `All servers of ${host} in ${file}`,
  serverOf: (server: string, host: string): string => `Tap ${server} of ${host}`,
  states: {
    direct: '',
    tapped: 'tapped',
    gone: 'tapped, but the tap’s program is missing',
    http: 'HTTP, can’t be tapped here',
    other: 'no command',
  },
  changesOf: (file: string): string => `Changes of ${file}`,
  noChanges: 'No changes selected',
  refused: (servers: string): string => `Can’t be edited safely, left unchanged: ${servers}`,
  notWritten: (file: string, why: string): string => `${file} can’t be written: ${why}`,
  unread: (file: string, why: string): string =>
    why === '' ? `${file} can’t be parsed; left unchanged` : `${file} can’t be read: ${why}`,
  write: 'Write changes',
  count: (servers: number): string => `${counted(servers, 'server')} will change`,
  written: (hosts: string): string => `Written. Restart ${hosts} to start the servers again.`,
  failed: (why: string): string => `The relay did not respond: ${why}`,
};
