/** Wire events: what passed between client and server, in order and exact. A recording is a header and a dense sequence of these. */

/** Client to server, or server to client. */
export type Direction = 'c2s' | 's2c';
/** The way back. */
export const opposite = (dir: Direction): Direction => (dir === 'c2s' ? 's2c' : 'c2s');
/** Who made a message in a side's place: an automatic step, a person, the host, a rerun, an exercise, a mock, a tap. */
export type Author = 'auto' | 'user' | 'host' | 'rerun' | 'exercise' | 'mock' | 'tap';
/** One of the two connections of a tap: to the client, or to the server. */
export type Leg = 'client' | 'server';

/** Exact text, or base64 of the exact bytes where they are not valid UTF-8. One of the two is present. */
export interface Payload {
  readonly raw?: string;
  readonly b64?: string;
}

/** Fields of the SSE event that carried a message. */
export interface SseFields {
  readonly event?: string;
  readonly id?: string;
  /** Reconnection delay in milliseconds. */
  readonly retry?: number;
  /**
   * The event's exact text, kept only where `event`, `id`, `retry`, `data` in that order would not give it back. Here and in
   * `SseBody.text`, bytes that are not UTF-8 stand as lone surrogates, U+DC80 to U+DCFF.
   */
  readonly block?: string;
}

/** A payload too large to hand to a view whole: its first characters are in `raw`, the rest stays where it was recorded. */
export interface LargePayload {
  /** Length of the whole payload in UTF-8 bytes. */
  readonly bytes: number;
  /** What `decodeText` gave for the whole text, as JSON: one text is cheap to hand on and to keep, however much is in it. */
  readonly decoded: string;
  /** The exact JSON text of `result` where a list of the server is in it and `decoded` lacks it for its size. */
  readonly result?: string;
}

/** One line on stdin or stdout, one HTTP body, or one SSE event's data: valid JSON-RPC or not. Line ends are not included. */
export interface MessageBody extends Payload {
  readonly k: 'message';
  readonly dir: Direction;
  readonly by?: Author;
  /** A person had it made from a form, and did not write its text. */
  readonly form?: true;
  /** The HTTP exchange that carried it. */
  readonly x?: string;
  readonly sse?: SseFields;
  /** The only connection of a tap that it crossed; without it, it went through unchanged. */
  readonly leg?: Leg;
  /** Event of the message in whose place it went on from the tap: that one's author did not write it, and it is not another one. */
  readonly of?: number;
  /** The stream ended, or a bound was hit, before the line did. */
  readonly unterminated?: true;
  /** Never in a file: set by the relay on events it sends to a page. */
  readonly large?: LargePayload;
}
/** A piece of the server's standard error, its line end included. */
export interface StderrBody {
  readonly k: 'stderr';
  readonly text?: string;
  readonly b64?: string;
}
/** What happens to a server process. */
export const PROCESS_EVENTS = [
  'spawn',
  'spawn-failed',
  'stdin-end',
  'stdin-error',
  /** What was written waits, because the server does not read. */
  'stdin-wait',
  /** Nothing waits any longer. */
  'stdin-drain',
  'stdout-end',
  /** The server's output is not read until the server reads what it was sent. */
  'stdout-hold',
  'stdout-resume',
  /** A process that the server started, and that left its process group. */
  'stray',
  'signal',
  'exit',
] as const;
export interface ProcessBody {
  readonly k: 'process';
  readonly event: (typeof PROCESS_EVENTS)[number];
  /** Of the server; of a stray and of a signal to one, its own. */
  readonly pid?: number;
  readonly command?: string;
  /** How much waits (`stdin-wait`), or never reached the server (`stdin-error`, at most). */
  readonly bytes?: number;
  readonly code?: number | null;
  readonly signal?: string | null;
  /** The operating system's word for it: `ENOENT`, `EPIPE`. */
  readonly error?: string;
  readonly by?: 'host' | 'server';
}
export type HeaderPairs = readonly (readonly [name: string, value: string])[];
/** What an HTTP exchange is for when it is not the protocol's own (basic/authorization). */
export type AuthorizationStep =
  | 'resource-metadata'
  | 'server-metadata'
  | 'client-registration'
  | 'authorization'
  | 'token'
  | 'token-exchange';
/**
 * A step of one HTTP exchange. Bodies are messages with the same `x`, or a `body` when they carry none. `redirect`: the server
 * sent the request on to `url`, and it went there; `retry`: the server had closed the idle connection that the request was
 * written to, and it was sent once more on a fresh one.
 */
export interface HttpBody {
  readonly k: 'http';
  readonly x: string;
  /** Present on every phase of an exchange that belongs to authorization; its other party is not the MCP server. */
  readonly step?: AuthorizationStep;
  readonly phase: 'request' | 'redirect' | 'retry' | 'response' | 'end';
  readonly method?: string;
  readonly url?: string;
  readonly status?: number;
  /** On a `response`: the server's own reason phrase, where it is not that of the status. */
  readonly phrase?: string;
  readonly headers?: HeaderPairs;
  /** Who ended the exchange. */
  readonly by?: 'server' | 'client' | 'network';
  readonly error?: string;
  /** On a `redirect`: names of headers that are not sent from here on. */
  readonly without?: readonly string[];
  /** A browser hides whether nothing answered or CORS forbade it, and where redirects lead before their end. */
  readonly opaque?: true;
  /** On a `request` or `redirect`: name and port of the proxy by which it goes on from here. */
  readonly proxy?: string;
  /** Who named the proxy: a variable of the environment, or `setting`. */
  readonly proxyFrom?: string;
  /** On a `response`: why the server's certificate is not accepted; a person had it taken all the same. */
  readonly unverified?: string;
}
/** The proxy by which a request goes; nothing when it goes there directly. */
export type Via = Pick<HttpBody, 'proxy' | 'proxyFrom'>;
/** The body of an HTTP exchange that carries no MCP message. Credentials in it are masked before it gets here. */
export interface HttpContentBody extends Payload {
  readonly k: 'body';
  readonly x: string;
  readonly dir: Direction;
}
/** SSE text without a message: comment, priming, `retry` alone, HTTP+SSE `endpoint`. Exact, without the blank line. */
export interface SseBody {
  readonly k: 'sse';
  readonly x: string;
  readonly text: string;
  readonly event?: string;
  /** Only with `event`. */
  readonly data?: string;
  readonly id?: string;
  readonly retry?: number;
}
/** Turns in the life of a connection. */
export const CONNECTION_EVENTS = [
  'opening',
  'open',
  'resumed',
  'era',
  'restarted',
  'authorization',
  'slowed',
  'policy',
  'closing',
  'closed',
  'problem',
] as const;
/**
 * A turn in the life of the connection itself, with a code that the page explains in words. `era`: how the server is spoken
 * to from here on (`detail` is the revision, `reason` why); `restarted`: the server's process or session is a new one;
 * `authorization`: a turn in authorization (`nonce`: nothing but a nonce in the proof was missing, RFC 9449); `slowed`: what the
 * program repeats by itself waits from here on (`reason` what, `detail` the first wait in milliseconds, absent when it is not repeated any more);
 * `policy`: the automatic steps were changed (`steps` are those in force from here on).
 */
export interface ConnectionBody {
  readonly k: 'connection';
  readonly event: (typeof CONNECTION_EVENTS)[number];
  readonly reason?: string;
  readonly detail?: string;
  /** On `opening` and `policy`: names of the automatic steps in force from here on. */
  readonly steps?: readonly string[];
}
export interface NoteBody {
  readonly k: 'note';
  readonly at: number;
  readonly text: string;
}
/** A request was not answered in time. `idle` is the time without an answer or progress, `total` the time in all. */
export interface TimeoutBody {
  readonly k: 'timeout';
  /** Event of the request. */
  readonly at: number;
  readonly limit: 'idle' | 'total';
  /** The limit in milliseconds. */
  readonly ms: number;
}
/** Why an event is missing from a recording: nothing could be written for too long, and too much waited already. */
export const NOT_RECORDED = 'could not be recorded';
/** Why a payload is missing from a copy of a recording: whoever made it had only its beginning. */
export const PAYLOAD_MISSING = 'payload not available';
/** What a tap does. */
export const TAP_ACTS = [
  'armed',
  'hold',
  'forward',
  'edit',
  'drop',
  'answer',
  'delay',
  'repeat',
  'fail',
  'inject',
  'cut',
  'kill',
  'spared',
  'lost',
] as const;
/**
 * What a tap did with a message, or of itself. `hold`: it waits for a person; `forward`: it went on as it was; `edit`: another text went on;
 * `drop`: nothing did; `answer`: the sender got a response, and the other side nothing; `delay`: it went on `ms` later; `repeat`: it went on more than
 * once; `fail`: the sender got an error, or an HTTP status; `inject`: a message of the tap's own; `cut`: the stream was ended; `kill`: the server was;
 * `armed`: what waits or is changed from here on (`orders`); `spared`: it went on, because it could not be judged
 * (`why`); `lost`: a message of the tap's own could not be put on a stream before that ended.
 */
export interface TapBody {
  readonly k: 'tap';
  readonly act: (typeof TAP_ACTS)[number];
  /** Event of the message that it is about; of an `inject`, the injected one. */
  readonly at?: number;
  /** The condition or the rule that the message fitted, by its name. */
  readonly rule?: string;
  /** Who decided: a person, a rule, the limit of time, or nobody, because whoever armed the tap went away. */
  readonly by?: 'user' | 'rule' | 'limit' | 'gone';
  /** Milliseconds of a `delay`; of a `hold`, after which it goes on by itself. */
  readonly ms?: number;
  /** How often a `repeat` went on in all. */
  readonly times?: number;
  /** HTTP status of a `fail`. */
  readonly status?: number;
  /** On a `spared`: longer than 16 MiB (also if absent), compressed, or a response's body, which can't be repeated. */
  readonly why?: 'size' | 'encoding' | 'response';
  /** On `armed`: JSON text of the orders in force (shared/tap); absent when there are none any more. */
  readonly orders?: string;
}
/** Something was left out, and why. */
export interface GapBody {
  readonly k: 'gap';
  readonly bytes?: number;
  readonly events?: number;
  /** `bytes` or `events` is a bound: how much it was is not known. */
  readonly atMost?: true;
  readonly why: string;
}
/** A kind that this version does not know; kept and shown as it is. */
export interface UnknownBody {
  readonly k: 'unknown';
  readonly fields: { readonly [name: string]: unknown };
}

export type EventBody =
  | MessageBody
  | StderrBody
  | ProcessBody
  | HttpBody
  | HttpContentBody
  | SseBody
  | ConnectionBody
  | TimeoutBody
  | NoteBody
  | TapBody
  | GapBody
  | UnknownBody;

/** An event in its place: `s` is the dense sequence number from 0, `t` monotonic microseconds since the start. */
export type WireEvent = EventBody & { readonly s: number; readonly t: number };
export type MessageEvent = MessageBody & { readonly s: number; readonly t: number };
