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
  /** A file of variables that the relay reads when it starts the server; what `env` names goes before. */
  readonly envFile?: string;
}
export interface HttpSpec {
  readonly transport: 'streamable-http';
  readonly url: string;
  readonly headers: HeaderPairs;
  /** How to get authorized where the server asks for it; absent is by itself, with a person's consent. */
  readonly authorization?: AuthorizationSettings;
  /** How the relay gets there; a page that connects by itself has the browser's ways. */
  readonly network?: NetworkSettings;
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
  /** What its recording lacks; absent while everything is on the disk. */
  readonly unrecorded?: Unrecorded;
  /** What could not be read of the recording of an ended session; `cut-short` when only its end is missing. */
  readonly problem?: Damage | 'cut-short';
  /** True while another process writes the recording: its events come, and nothing can be sent. */
  readonly elsewhere?: true;
}

/** What is not on the disk of a session that goes on all the same. */
export interface Unrecorded {
  /** The first event that is missing. */
  readonly from: number;
  /** Writing fails and is retried; the file was moved or deleted; or events were dropped meanwhile, later ones kept. */
  readonly why: 'failed' | 'gone' | 'lost';
  /** The system's words, the file's path, or nothing. */
  readonly detail: string;
  /** Events that were given up: each is a gap in the recording. */
  readonly events?: number;
}

/** An authorization that is kept between launches, without its secrets. */
export interface KeptAuthorization {
  readonly id: string;
  readonly server: string;
  readonly issuer: string;
  readonly scopes: string;
}

/** Values by their names; null takes one away. */
export type ValueChanges = { readonly [name: string]: string | null };
/** Values that the relay puts into the page itself, for whoever opens it: what it is first drawn by, and no secret. */
export const FIRST_VALUES = ['page language', 'page theme'] as const;

type OnSession<Type extends string, Fields = unknown> = {
  readonly type: Type;
  readonly session: string;
} & Readonly<Fields>;
/** A question and its answer: they have one number, so that the page can tell which of its questions it is. */
type Numbered<Type extends string, Fields = unknown> = {
  readonly type: Type;
  readonly request: number;
} & Readonly<Fields>;

export type PageMessage =
  /** Say that you are there. `n` comes back, and with it that all that was sent before has arrived. */
  | { readonly type: 'ping'; readonly n: number }
  | Numbered<'open', { spec: ConnectSpec; policy: Policy; title: string }>
  /** Send me this session's events from sequence number `from` on. A second `watch` replaces the first. */
  | OnSession<'watch', { from: number }>
  | OnSession<'unwatch'>
  /** Write exactly this text. */
  | OnSession<'send', { text: string } & SendDetails>
  /** Cancel the client's open request `op`, in the way of its revision and transport. */
  | OnSession<'cancel', { op: number; reason: string; by?: ProgramAuthor }>
  | OnSession<'listen'>
  | OnSession<'policy', { policy: Policy }>
  /** Address to which the authorization server answered the awaited consent; absent when the person gave up. */
  | OnSession<'authorized', { callback?: string }>
  | OnSession<'close'>
  /** Command the tap that writes this session. Its orders last until this page's socket closes. */
  | OnSession<'tap', { command: TapCommand }>
  /** Drop an ended session from the relay's list; its recording stays. */
  | OnSession<'forget'>
  /** Which recordings are there; from then on changes are told. */
  | Numbered<'recordings'>
  /** Describe a recording: replaces its whole description. */
  | Numbered<'describe-recording', { recording: string; meta: RecordingMeta }>
  /** Move recordings to the trash, or have them back from there. */
  | Numbered<'delete-recordings' | 'restore-recordings', { ids: readonly string[] }>
  | Numbered<'empty-trash'>
  /** Keep recordings so long from now on; applied at once. */
  | Numbered<'retention', { retention: Retention }>
  /** Put a person's note on an event of a recording, live or over; an empty text takes it away. */
  | Numbered<'note', { recording: string; at: number; text: string }>
  /** Keep a recording the page makes: its lines from event `from` on (the first: a new one); `end`: how it ended and its last events. */
  | Numbered<'keep-recording', { header: RecordingHeader; from: number; lines: string; end?: string }>
  /** What is kept beside a recording of the library as counting as equal in comparisons. */
  | Numbered<'read-masks', { recording: string }>
  /** Keep this text of a masks file beside a recording of the library; one that is there is replaced. */
  | Numbered<'write-masks', { recording: string; text: string }>
  /** The values of variables and headers that the relay keeps for pages. */
  | Numbered<'read-values'>
  /** Keep, replace or (null) forget some of them: on the disk, or as long as this relay lives. */
  | Numbered<'write-values', { values: ValueChanges; lasting: boolean }>
  /** Which authorizations are kept. With `forget` that one is forgotten first, and revoked where that can be, by its server's `network`. */
  | Numbered<'authorizations', { forget?: string; network?: NetworkSettings }>
  /** Which servers the hosts of this computer have, and what changes would make of their files; with `write` they are made. */
  | Numbered<'hosts', { changes: readonly TapChange[]; write: boolean }>
  /** Ask a server, as a browser would before a request from `origin` (a POST, if not said), what it allows. */
  | Numbered<'preflight', { url: string; origin: string; headers: readonly string[]; method?: string }>;

/** Which recordings there are, newest first, and how the library is kept. */
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
  /** The answer to a `ping`, after everything that came before it was taken in. */
  | { readonly type: 'pong'; readonly n: number }
  | { readonly type: 'sessions'; readonly sessions: readonly SessionSummary[] }
  | Numbered<'opened', { session: SessionSummary }>
  | Numbered<'recordings', Recordings>
  /** What was asked for is done, with these recordings. */
  | Numbered<'done', { ids: readonly string[] }>
  /** The masks file beside a recording, as it stands on the disk; without `text` there is none. */
  | Numbered<'masks', { text?: string }>
  | Numbered<'values', { values: { readonly [name: string]: string } }>
  /** What is kept; `revoked` says what the authorization server made of one that was forgotten, `words` why it did not revoke it. */
  | Numbered<
      'authorizations',
      {
        authorizations: readonly KeptAuthorization[];
        revoked?: { readonly outcome: Revoked['outcome']; readonly words?: string };
      }
    >
  | Numbered<'hosts', HostFiles>
  | ({ readonly type: 'recordings-changed'; readonly gone: readonly string[] } & Recordings)
  /** `actual` is the head of the answer to a plain GET; absent when there was none. */
  | Numbered<'preflight', ResponseHead & { actual?: ResponseHead }>
  /** A message could not be carried out. `request` is there when it had one, `session` when it named one. */
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

/** Payloads longer than this (UTF-16 units) go to the page as their first characters and a link; see `LargePayload`. */
export const LARGE_PAYLOAD = 1024 * 1024;
/** How much of a large payload goes along. */
export const LARGE_HEAD = 64 * 1024;
