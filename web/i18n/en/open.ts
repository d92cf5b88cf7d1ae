const parts = (n: number): string => (n === 1 ? '1 part' : `${n} parts`);

export const open = {
  formats: {
    recording: 'a recording',
    har: 'a HAR file',
    inspector: 'an export of the MCP Inspector',
    'vscode-log': 'a VS Code output log',
    'cursor-log': 'a Cursor output log',
    'claude-log': 'a Claude Desktop server log',
    'json-lines': 'JSON-RPC messages',
  },
  otherFormat: 'another program’s file',
  /** `format` is one of the above. */
  opened: (name: string, format: string): string => `${name}: read as ${format}.`,
  madeOf: (format: string): string => `Made of ${format}.`,
  unread: (n: number): string =>
    n === 1
      ? '1 part could not be read; it is kept in its place.'
      : `${parts(n)} could not be read; they are kept in their places.`,
  leftOut: (n: number): string => `${parts(n)} not of this server’s MCP traffic ${n === 1 ? 'is' : 'are'} left out.`,
  remarks: {
    'written-anew': 'Messages stand in it parsed and written again, so their white space is not as on the wire.',
    'times-unknown': 'Some messages have no time.',
    'zone-unknown': 'Times are local times without a zone, shown as UTC.',
    'direction-inferred': 'Who sent a message is inferred.',
    'times-in-streams': 'The file does not say when the messages of event streams came.',
    'no-messages': 'It holds no messages of the protocol.',
  },
  pasted: 'Pasted text',
  notKnown: (name: string): string =>
    `${name}: This file is not a recording. It is no HAR file, log or list of JSON-RPC messages with MCP traffic either.`,
  tooLarge: (name: string, limit: string): string => `${name} is too large to be read: more than ${limit}.`,
  unreadable: (name: string, detail: string): string => `${name} cannot be read: ${detail}`,
  askTitle: 'Open a recording from elsewhere?',
  ask: 'This link opens a recording from another place:',
  askWarning: 'Opening it tells that place that you are here. Nothing is sent to it but the request for the file.',
  askOpen: 'Open',
  askCancel: 'Don’t open',
  badAddress: (address: string): string =>
    `The link asks for a recording at “${address}”, which is no http or https address.`,
  notThere: (address: string, status: number): string => `${address} was answered with status ${status}.`,
  notFetched: (origin: string): string =>
    `The recording could not be fetched. Either ${origin} does not answer, or it redirects, or it does not allow other pages to read it (CORS). Download the file and drop it here.`,
  noSuchRecording: (id: string): string => `The relay has no recording “${id}”.`,
  copyLink: 'Copy link',
  copyLinkHelp: 'Copy a link that opens this recording at this event, on this machine',
};
