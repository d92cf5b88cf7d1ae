/** What becomes of a file that holds MCP traffic, whoever wrote it. */
import type { HeldRecording, ReadSummary, RecordingProblem } from '#shared/recording';

/** The program that writes each format; the recordings of this program name theirs. */
export const PROGRAM_OF_FORMAT = {
  recording: '',
  har: 'HAR',
  curl: 'curl',
  inspector: 'MCP Inspector',
  'vscode-log': 'Visual Studio Code',
  'cursor-log': 'Cursor',
  'claude-log': 'Claude Desktop',
  'claude-code-log': 'Claude Code',
  'claude-code-session': 'Claude Code',
  'python-log': 'mcp (Python)',
  'jsonrpc-trace': 'vscode-jsonrpc',
  mcpjam: 'MCPJam',
  'mcp-tape': 'mcp-tape',
  'mcp-recorder': 'mcp-recorder',
  'agent-vcr': 'Agent VCR',
  markdown: 'Markdown',
  'json-lines': 'JSON-RPC',
} as const;
export type ImportFormat = keyof typeof PROGRAM_OF_FORMAT;
export const IMPORT_FORMATS = Object.keys(PROGRAM_OF_FORMAT) as readonly ImportFormat[];

/**
 * What a reader has to know of an imported recording. `written-anew`: the other program had parsed the messages and wrote
 * them again, so white space and number text need not be as on the wire. `times-unknown`: no time stands with some messages,
 * which have that of their predecessor. `zone-unknown`: the file's times are local times without a zone and were taken as
 * UTC. `direction-inferred`: who sent a message was told from methods and ids. `times-in-streams`: the file does not say when
 * the messages of an event stream came. `no-messages`: the log tells of a server, but holds none of its messages.
 * `names-only`: the log has the methods and ids of messages, and not the messages. `put-together`: the file holds tool calls and
 * their results, and the messages around them were made of these.
 */
export const IMPORT_REMARKS = [
  'written-anew',
  'times-unknown',
  'zone-unknown',
  'direction-inferred',
  'times-in-streams',
  'no-messages',
  'names-only',
  'put-together',
] as const;
export type ImportRemark = (typeof IMPORT_REMARKS)[number];

/** A part that could not be read: kept in its place as an event of the unknown kind `unread`, and named here. */
export interface Unread {
  /** 1-based line, or 1-based number of the entry. */
  readonly at: number;
  readonly text: string;
}

export interface ServerChoice {
  readonly name: string;
  readonly messages: number;
}

export interface ImportOptions {
  /** Which server's messages are wanted, where a file has those of several. */
  readonly server?: string;
}

export type ImportResult =
  | {
      readonly ok: true;
      readonly format: ImportFormat;
      readonly recorded: HeldRecording;
      /** The first ones; `unreadCount` is how many there are. */
      readonly unread: readonly Unread[];
      readonly unreadCount: number;
      readonly remarks: readonly ImportRemark[];
      /** HTTP requests or log lines that are not of this server's MCP traffic. */
      readonly leftOut: number;
      /** Of a recording of our own: what of it could not be read. */
      readonly summary?: ReadSummary;
    }
  /** The file has messages of several servers, and none or an unknown one was asked for. Those with most messages come first. */
  | {
      readonly ok: false;
      readonly format: ImportFormat;
      readonly servers: readonly ServerChoice[];
      readonly files?: undefined;
    }
  | { readonly ok: false; readonly files: readonly string[]; readonly servers?: undefined }
  /** Not a format that is known; with `problem` it is a recording, whose header can't be read. */
  | {
      readonly ok: false;
      readonly problem?: RecordingProblem;
      readonly servers?: undefined;
      readonly files?: undefined;
    };
