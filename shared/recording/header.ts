/** The first line of a recording: which program made it, when, and how the connection was made. */

/** The format version this program writes. A file of a higher version is refused. */
export const FORMAT_VERSION = 1;
/** Media type of a recording's file (`.mcprec`), which nobody has registered; a gzipped one is `application/gzip`. */
export const MEDIA_TYPE = 'application/x-mcprec';

/** How the server was reached: directly by the page, by the relay, or between two other parties. */
export type Route = 'direct' | 'relay' | 'tap';

export interface StdioConnection {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Names of the environment variables the person set; never their values. */
  readonly envKeys?: readonly string[];
}
export interface HttpConnection {
  readonly transport: 'streamable-http';
  /** As typed, query included. */
  readonly url: string;
  /** Names of the headers the person set; never their values. */
  readonly headerNames?: readonly string[];
}
export type Connection = StdioConnection | HttpConnection;

/** What a recording was made from that another program's file was turned into. */
export interface ImportedFrom {
  readonly format: string;
  /** Parts that were not understood; each is kept as an event of the kind `unread`. */
  readonly unread: number;
  /** Parts that are not of this server's MCP traffic and were left out. */
  readonly leftOut: number;
  /** Codes of what a reader has to know of it. */
  readonly remarks: readonly string[];
}

/** A text of the recording in which a secret was replaced by a placeholder. */
export interface Redacted {
  /** Event; -1 for the header, the number of events for the footer. */
  readonly s: number;
  /** Names and indexes from the event's line inwards. */
  readonly path: readonly (string | number)[];
  /** What stands there now, the same for equal secrets: `‹token:1›`. */
  readonly placeholder: string;
  /** Name of the rule that found the secret. */
  readonly rule: string;
}

/** What people and programs say of a recording as a whole; it travels in the file. */
export interface Labels {
  readonly tags?: readonly string[];
  readonly note?: string;
  /** Revision of the source code that was tried. */
  readonly commit?: string;
  readonly test?: string;
}

export interface RecordingHeader extends Labels {
  readonly mcprec: number;
  readonly id: string;
  readonly title: string;
  /** Wall clock of `t` = 0, ISO 8601. */
  readonly startedAt: string;
  readonly by: { readonly name: string; readonly version: string };
  readonly route: Route;
  readonly connection: Connection;
  /** Name of the program that started the server, where the recording was made between the two. */
  readonly host?: string;
  readonly imported?: ImportedFrom;
  /** What was taken out before the recording was handed on. */
  readonly redacted?: readonly Redacted[];
}

/** The last line of a recording that was closed in order. Its absence means cut short. */
export interface RecordingFooter {
  readonly footer: true;
  readonly events: number;
  readonly reason: string;
}

/** A placeholder that stands in a recording for a secret: `‹token:1›`. */
export const PLACEHOLDER = /‹[\w-]+:\d+›/g;
