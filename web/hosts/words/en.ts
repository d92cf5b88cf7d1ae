import { counted } from '#shared/words';

export const hosts = {
  intro:
    'A host is an application with MCP servers, such as Claude Desktop or an editor. It starts a tapped server through Lifeline, which records everything between the two. In the configuration, only the server’s command changes.',
  looking: 'Looking for configurations…',
  none: 'No host with MCP servers found on this computer.',
  ofProject:
    'This file is in the working directory. Don’t commit it while a server is tapped: it contains paths of this computer.',
  fetched:
    'Lifeline runs from the npx cache, so a tapped server takes about a second longer to start. To avoid this, run npm install --global mcp-lifeline first.',
  all: 'All',
  allOf: (host: string, file: string): string => `All servers of ${host} in ${file}`,
  serverOf: (server: string, host: string): string => `Tap ${server} of ${host}`,
  states: {
    direct: '',
    tapped: 'tapped',
    gone: 'can’t start: Lifeline not found',
    http: 'HTTP: use mcp-lifeline tap --listen',
    other: 'no command',
  },
  changesOf: (file: string): string => `Changes to ${file}`,
  noChanges: 'No changes selected',
  refused: (servers: string): string => `Can’t be edited safely, left unchanged: ${servers}`,
  notWritten: (file: string, why: string): string => `${file} can’t be written: ${why}`,
  unread: (file: string, why: string): string =>
    why === '' ? `${file} can’t be parsed; left unchanged` : `${file} can’t be read: ${why}`,
  write: 'Write changes',
  count: (servers: number): string => `${counted(servers, 'server')} will change`,
  written: (hosts: string): string => `Saved. Restart ${hosts} for the changes to take effect.`,
  failed: (why: string): string => `The relay did not respond: ${why}`,
};
