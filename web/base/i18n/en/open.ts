const parts = (n: number): string => (n === 1 ? '1 part' : `${n} parts`);

export const open = {
  formats: {
    recording: 'a recording',
    har: 'a HAR file',
    curl: 'output of curl -v',
    inspector: 'an export of the MCP Inspector',
    'vscode-log': 'a VS Code output log',
    'cursor-log': 'a Cursor output log',
    'claude-log': 'a Claude Desktop server log',
    'claude-code-log': 'a Claude Code log of one MCP server',
    'claude-code-session': 'a Claude Code session',
    'python-log': 'a debug log of the Python SDK',
    'jsonrpc-trace': 'a vscode-jsonrpc trace',
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
  madeOf: (format: string): string => `Imported from ${format}.`,
  /** `places`: lines, or entries of a list, of the first ones; empty where they are not known. */
  unread: (n: number, places: readonly number[]): string => {
    const at = places.length === 0 ? '' : ` (line or entry ${places.join(', ')}${n > places.length ? ', …' : ''})`;
    return n === 1
      ? `1 part could not be parsed${at}; it is kept unchanged.`
      : `${parts(n)} could not be parsed${at}; they are kept unchanged.`;
  },
  leftOut: (n: number): string => `${parts(n)} omitted: not MCP traffic of this server.`,
  remarks: {
    'written-anew': 'The source re-serialized messages; whitespace may differ from the wire.',
    'times-unknown': 'Some messages have no timestamp.',
    'zone-unknown': 'Times are local times without a zone, shown as UTC.',
    'direction-inferred': 'Who sent a message is inferred.',
    'times-in-streams': 'The file has no timestamps for messages in event streams.',
    'no-messages': 'The file contains no MCP messages.',
    'names-only': 'The log contains only the methods and ids of messages, not their content.',
    'put-together': 'The file contains only tool calls and results; the messages around them were added.',
  },
  chooseServer: 'Choose a server',
  severalServers: (name: string): string => `${name} contains messages of several servers. Open those of:`,
  serverMessages: (n: number): string => (n === 1 ? '1 message' : `${n.toLocaleString('en')} messages`),
  severalFiles: (name: string, files: string): string =>
    `${name} contains several readable files: ${files}. Unpack it and open one of them.`,
  pasted: 'Pasted text',
  notKnown: (name: string): string =>
    `${name}: unrecognized file, neither a recording, a HAR file, a known log nor JSON-RPC lines.`,
  tooLarge: (name: string, limit: string): string => `${name} is too large: more than ${limit}.`,
  unreadable: (name: string, detail: string): string => `Can’t read ${name}: ${detail}`,
  askTitle: 'Open a recording from another site?',
  ask: 'This link opens a recording from another site:',
  askWarning: 'The site will see your request. Nothing else is sent.',
  askOpen: 'Open',
  askCancel: 'Don’t open',
  badAddress: (address: string): string => `The link points to “${address}”, which is not an http or https URL.`,
  notThere: (address: string, status: number): string => `${address} responded with status ${status}.`,
  notFetched: (origin: string): string =>
    `Couldn’t fetch the recording: ${origin} does not respond, redirects, or does not allow other pages to read it (CORS). Download the file and drop it here.`,
  noSuchRecording: (id: string): string => `The relay has no recording “${id}”.`,
  copyLink: 'Copy link',
  copyLinkHelp: 'Copy a link that opens this recording at this event, on this computer',
};
