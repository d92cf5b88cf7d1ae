const parts = (n: number): string => (n === 1 ? '1 part' : `${n} parts`);

export const open = {
  formats: {
    recording: 'a recording',
    har: 'a HAR file',
    inspector: 'an export of the MCP Inspector',
    'vscode-log': 'a VS Code output log',
    'cursor-log': 'a Cursor output log',
    'claude-log': 'a Claude Desktop server log',
    'claude-code-log': 'a Claude Code log of one MCP server',
    'claude-code-session': 'a Claude Code session',
    'python-log': 'a debug log of the Python SDK',
    mcpjam: 'an export of MCPJam',
    'mcp-tape': 'an mcp-tape recording',
    'mcp-recorder': 'an mcp-recorder recording',
    'agent-vcr': 'an Agent VCR recording',
    markdown: 'a markdown page with JSON-RPC messages',
    'json-lines': 'JSON-RPC messages',
  },
  otherFormat: 'another program’s file',
  /** `format` is one of the above. */
  opened: (name: string, format: string): string => `${name}: read as ${format}.`,
  madeOf: (format: string): string => `Made of ${format}.`,
  /** `places`: lines, or entries of a list, of the first ones; empty where they are not known. */
  unread: (n: number, places: readonly number[]): string => {
    const at = places.length === 0 ? '' : ` (line or entry ${places.join(', ')}${n > places.length ? ', …' : ''})`;
    return n === 1
      ? `1 part was not understood${at}; it is kept in its place.`
      : `${parts(n)} were not understood${at}; they are kept in their places.`;
  },
  leftOut: (n: number): string => `${parts(n)} not of this server’s MCP traffic ${n === 1 ? 'is' : 'are'} left out.`,
  remarks: {
    'written-anew': 'Messages stand in it parsed and written again, so their white space is not as on the wire.',
    'times-unknown': 'Some messages have no time.',
    'zone-unknown': 'Times are local times without a zone, shown as UTC.',
    'direction-inferred': 'Who sent a message is inferred.',
    'times-in-streams': 'The file does not say when the messages of event streams came.',
    'no-messages': 'It holds no messages of the protocol.',
    'names-only': 'The log has only the methods and ids of messages, not the messages.',
    'put-together': 'The file holds tool calls and results; the messages around them were added.',
  },
  chooseServer: 'Choose a server',
  severalServers: (name: string): string => `${name} has messages of several servers. Open those of:`,
  serverMessages: (n: number): string => (n === 1 ? '1 message' : `${n.toLocaleString('en')} messages`),
  severalFiles: (name: string, files: string): string =>
    `${name} holds several files that can be read: ${files}. Unpack it and open one of them.`,
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
