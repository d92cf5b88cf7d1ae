/** What page and relay say to each other over one WebSocket a tab; `frame.ts` has how it is written. */
import type { AuthorizationSettings, Revoked } from '#shared/authorization';
import type { Policy, ProgramAuthor, SendDetails } from '#shared/driver';
import type { LibraryEntry, LibraryState, RecordingMeta, Retention } from '#shared/library';
import type { Damage, HeaderPairs, RecordingHeader } from '#shared/recording';
import type { TapCommand } from '#shared/tap';
import type { HostFiles, TapChange } from './hosts.ts';
import type { NetworkSettings } from './network-settings.ts';

export interface StdioSpec {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: { readonly [name: string]: string };
  /** A file of variables that the relay reads when it starts the server; `env` takes precedence. */
  readonly envFile?: string;
}
export interface HttpSpec {
  readonly transport: 'streamable-http';
  readonly url: string;
  readonly headers: HeaderPairs;
  /** How to get authorized where the server requires it; by default automatic, with a person's consent. */
  readonly authorization?: AuthorizationSettings;
  /** The relay's network settings; a page that connects itself uses the browser's. */
  readonly network?: NetworkSettings;
}
export type ConnectSpec = StdioSpec | HttpSpec;

/** A session of the relay: live, or ended and read from its recording. */
export interface SessionSummary {
  readonly id: string;
  readonly header: RecordingHeader;
  readonly live: boolean;
  readonly events: number;
  /** Only while live. */
  readonly policy?: Policy;
  /** True when it came from the command line and a page should show it at once. */
  readonly show?: boolean;
  /** What its recording lacks; absent while everything is on the disk. */
  readonly unrecorded?: Unrecorded;
  /** What could not be read of an ended session's recording; `cut-short` when only its end is missing. */
  readonly problem?: Damage | 'cut-short';
  /** True while another process writes the recording: events come, and nothing can be sent. */
  readonly elsewhere?: true;
}

export interface Unrecorded {
  readonly from: number;
  /** Writing fails and is retried; the file was moved or deleted; or events were dropped, later ones kept. */
  readonly why: 'failed' | 'gone' | 'lost';
  /** The system's words, the file's path, or nothing. */
  readonly detail: string;
  /** Number of dropped events: each is a gap in the recording. */
  readonly events?: number;
}

export interface KeptAuthorization {
  readonly id: string;
  readonly server: string;
  readonly issuer: string;
  readonly scopes: string;
}

/** Values by name; null removes one. */
export type ValueChanges = { readonly [name: string]: string | null };
/** Values that the relay puts into the page itself: they affect its first look, and are no secret. */
export const FIRST_VALUES = ['page language', 'page theme'] as const;

type OnSession<Type extends string, Fields = unknown> = {
  readonly type: Type;
  readonly session: string;
} & Readonly<Fields>;
/** A request and its response share a number. */
type Numbered<Type extends string, Fields = unknown> = {
  readonly type: Type;
  readonly request: number;
} & Readonly<Fields>;

export type PageMessage =
  /** `n` comes back after everything that was sent before has arrived. */
  | { readonly type: 'ping'; readonly n: number }
  | Numbered<'open', { spec: ConnectSpec; policy: Policy; title: string }>
  /** Send me this session's events from sequence number `from` on. A second `watch` replaces the first. */
  | OnSession<'watch', { from: number }>
  | OnSession<'unwatch'>
  | OnSession<'send', { text: string } & SendDetails>
  /** Cancel the client's open request `op`, as its revision and transport require. */
  | OnSession<'cancel', { op: number; reason: string; by?: ProgramAuthor }>
  | OnSession<'listen'>
  | OnSession<'policy', { policy: Policy }>
  /** The address to which the authorization server redirected; absent when the person gave up. */
  | OnSession<'authorized', { callback?: string }>
  | OnSession<'close'>
  /** Command the tap that writes this session. Its orders last until this page's socket closes. */
  | OnSession<'tap', { command: TapCommand }>
  /** Drop an ended session from the relay's list; its recording stays. */
  | OnSession<'forget'>
  /** List the recordings, and send changes from then on. */
  | Numbered<'recordings'>
  /** Replaces the whole description of a recording. */
  | Numbered<'describe-recording', { recording: string; meta: RecordingMeta }>
  /** Move recordings to the trash, or back. */
  | Numbered<'delete-recordings' | 'restore-recordings', { ids: readonly string[] }>
  | Numbered<'empty-trash'>
  /** How long recordings are kept; applied at once. */
  | Numbered<'retention', { retention: Retention }>
  /** Put a person's note on an event of a recording, live or over; an empty text removes it. */
  | Numbered<'note', { recording: string; at: number; text: string }>
  /** Keep a recording of the page: lines from event `from` on (0: a new one); `end`: the reason of its end, with the last events. */
  | Numbered<'keep-recording', { header: RecordingHeader; from: number; lines: string; end?: string }>
  | Numbered<'read-masks', { recording: string }>
  | Numbered<'write-masks', { recording: string; text: string }>
  /** The values of variables and headers that the relay keeps for pages. */
  | Numbered<'read-values'>
  /** Keep, replace or (null) remove some of them: on the disk, or as long as this relay lives. */
  | Numbered<'write-values', { values: ValueChanges; lasting: boolean }>
  /** List kept authorizations. `forget` removes one first, and revokes it if possible, using the `network` of its server. */
  | Numbered<'authorizations', { forget?: string; network?: NetworkSettings }>
  /** The servers of this computer's hosts, and the effect of changes; with `write` they are made. */
  | Numbered<'hosts', { changes: readonly TapChange[]; write: boolean }>
  /** Ask a server, as a browser would before a request from `origin` (by default a POST), what it allows. */
  | Numbered<'preflight', { url: string; origin: string; headers: readonly string[]; method?: string }>;

/** Recordings, newest first, and the state of the library. */
interface Recordings {
  readonly recordings: readonly LibraryEntry[];
  readonly library: LibraryState;
}

export type RelayMessage =
  | {
      readonly type: 'welcome';
      readonly version: string;
      readonly launch: string;
      readonly sessions: readonly SessionSummary[];
    }
  /** The response to a `ping`, after everything before it was processed. */
  | { readonly type: 'pong'; readonly n: number }
  | { readonly type: 'sessions'; readonly sessions: readonly SessionSummary[] }
  | Numbered<'opened', { session: SessionSummary }>
  | Numbered<'recordings', Recordings>
  /** Done, with these recordings. */
  | Numbered<'done', { ids: readonly string[] }>
  /** The masks file beside a recording; without `text` there is none. */
  | Numbered<'masks', { text?: string }>
  | Numbered<'values', { values: { readonly [name: string]: string } }>
  /** Kept authorizations; `revoked` is the authorization server's result for a forgotten one, `words` why it did not revoke it. */
  | Numbered<
      'authorizations',
      {
        authorizations: readonly KeptAuthorization[];
        revoked?: { readonly outcome: Revoked['outcome']; readonly words?: string };
      }
    >
  | Numbered<'hosts', HostFiles>
  | ({ readonly type: 'recordings-changed'; readonly gone: readonly string[] } & Recordings)
  /** `actual` is the head of the response to a plain GET; absent when there was none. */
  | Numbered<'preflight', ResponseHead & { actual?: ResponseHead }>
  /** A message could not be carried out. `request` and `session` repeat those of the message. */
  | {
      readonly type: 'refused';
      readonly request?: number;
      readonly session?: string;
      readonly code: RefusalCode;
      readonly detail: string;
    };

interface ResponseHead {
  readonly status: number;
  readonly headers: HeaderPairs;
}

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

/** Longer payloads (UTF-16 units) are sent to the page as their beginning and a link; see `LargePayload`. */
export const LARGE_PAYLOAD = 1024 * 1024;
/** UTF-16 units of a large payload that are sent with it. */
export const LARGE_HEAD = 64 * 1024;
