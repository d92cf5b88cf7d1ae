/** The first line of a recording: which program made it, when, and how the connection was made. */

/** The format version this program writes. A file of a higher version is refused. */
export const FORMAT_VERSION = 1;

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

export interface RecordingHeader {
  readonly mcprec: number;
  readonly id: string;
  readonly title: string;
  /** Wall clock of `t` = 0, ISO 8601. */
  readonly startedAt: string;
  readonly by: { readonly name: string; readonly version: string };
  readonly route: Route;
  readonly connection: Connection;
}

/** The last line of a recording that was closed in order. Its absence means cut short. */
export interface RecordingFooter {
  readonly footer: true;
  readonly events: number;
  readonly reason: string;
}
