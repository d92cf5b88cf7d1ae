/**
 * What page and relay say to each other over one WebSocket a tab. Everything is a JSON text frame, except that a frame of
 * events is a head line followed by the events' recording lines, byte for byte as they stand in the file.
 */
import type { AuthorizationSettings } from '#shared/authorization';
import type { Policy, SendDetails } from '#shared/driver';
import type { EventBody, HeaderPairs, RecordingHeader, WireEvent } from '#shared/recording';
import { decodeLine } from '#shared/recording';

/** How to start a server process. */
export interface StdioSpec {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: { readonly [name: string]: string };
}
/** How to reach an HTTP server. */
export interface HttpSpec {
  readonly transport: 'streamable-http';
  readonly url: string;
  readonly headers: HeaderPairs;
  /** How to get authorized where the server asks for it; absent is by itself, with a person's consent. */
  readonly authorization?: AuthorizationSettings;
}
export type ConnectSpec = StdioSpec | HttpSpec;

/** A session the relay has: live, or ended and read from its recording. */
export interface SessionSummary {
  readonly id: string;
  readonly header: RecordingHeader;
  readonly live: boolean;
  readonly events: number;
  /** Only while live. */
  readonly policy?: Policy;
  /** True when it came from the command line and a page should show it at once. */
  readonly show?: boolean;
}

/** A recording on the relay's disk. */
export interface RecordingSummary {
  readonly id: string;
  readonly header: RecordingHeader;
  readonly bytes: number;
}

export type PageMessage =
  | {
      readonly type: 'open';
      readonly request: number;
      readonly spec: ConnectSpec;
      readonly policy: Policy;
      readonly title: string;
    }
  /** Send me this session's events from sequence number `from` on. A second `watch` replaces the first. */
  | { readonly type: 'watch'; readonly session: string; readonly from: number }
  | { readonly type: 'unwatch'; readonly session: string }
  /** Write exactly this text. */
  | ({ readonly type: 'send'; readonly session: string; readonly text: string } & SendDetails)
  /** Cancel the client's open request `op`, in the way of its revision and transport. */
  | { readonly type: 'cancel'; readonly session: string; readonly op: number; readonly reason: string }
  | { readonly type: 'listen'; readonly session: string }
  | { readonly type: 'policy'; readonly session: string; readonly policy: Policy }
  /**
   * The address to which an authorization server sent its answer to the consent that the session waits for; without one the
   * person gave up.
   */
  | { readonly type: 'authorized'; readonly session: string; readonly callback?: string }
  | { readonly type: 'note'; readonly session: string; readonly note: Extract<EventBody, { k: 'note' }> }
  | { readonly type: 'close'; readonly session: string }
  /** Drop an ended session from the relay's list; its recording stays. */
  | { readonly type: 'forget'; readonly session: string }
  | { readonly type: 'recordings'; readonly request: number }
  /** Ask a server, as a browser would before a POST from `origin`, what it allows. */
  | {
      readonly type: 'preflight';
      readonly request: number;
      readonly url: string;
      readonly origin: string;
      readonly headers: readonly string[];
    };

export type RelayMessage =
  | {
      readonly type: 'welcome';
      readonly version: string;
      readonly launch: string;
      readonly sessions: readonly SessionSummary[];
    }
  /** The list of sessions changed. */
  | { readonly type: 'sessions'; readonly sessions: readonly SessionSummary[] }
  | { readonly type: 'opened'; readonly request: number; readonly session: SessionSummary }
  | { readonly type: 'recordings'; readonly request: number; readonly recordings: readonly RecordingSummary[] }
  | { readonly type: 'preflight'; readonly request: number; readonly status: number; readonly headers: HeaderPairs }
  /** A message could not be carried out. `request` is there when it had one, `session` when it named one. */
  | {
      readonly type: 'refused';
      readonly request?: number;
      readonly session?: string;
      readonly code: RefusalCode;
      readonly detail: string;
    };

export type RefusalCode = 'bad-message' | 'unknown-session' | 'session-over' | 'unreachable' | 'failed';

/** Head of a frame of events; `count` recording lines follow, from sequence number `from`. */
export interface EventsHead {
  readonly type: 'events';
  readonly session: string;
  readonly from: number;
  readonly count: number;
  /** False when more of the backlog follows. */
  readonly caughtUp: boolean;
}

/** Payloads longer than this (UTF-16 units) go to the page as their first characters and a link; see `LargePayload`. */
export const LARGE_PAYLOAD = 1024 * 1024;
/** How much of a large payload goes along. */
export const LARGE_HEAD = 64 * 1024;

/** A frame of events from recording lines. */
export function encodeEvents(head: EventsHead, lines: readonly string[]): string {
  return `${JSON.stringify(head)}\n${lines.join('\n')}`;
}

export type Frame =
  | { readonly type: 'events'; readonly head: EventsHead; readonly events: readonly WireEvent[] }
  | { readonly type: 'message'; readonly message: RelayMessage };

/** Read a frame from the relay. Throws on a frame that is not the relay's: that is a bug, not wire data. */
export function decodeFrame(text: string): Frame {
  const lineEnd = text.indexOf('\n');
  if (lineEnd < 0) return { type: 'message', message: JSON.parse(text) as RelayMessage };
  const head = JSON.parse(text.slice(0, lineEnd)) as EventsHead;
  const events: WireEvent[] = [];
  for (const line of text.slice(lineEnd + 1).split('\n')) {
    // Line numbers start after the file's header line.
    const decoded = decodeLine(line, head.from + events.length + 2);
    if (decoded.type !== 'event') throw new Error(`a frame of events holds a ${decoded.type}: ${line.slice(0, 80)}`);
    events.push(decoded.event);
  }
  return { type: 'events', head, events };
}
