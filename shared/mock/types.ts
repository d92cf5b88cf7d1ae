/** What a mock knows from a recording, and what it does. */
import type { IdKey } from '#shared/jsonrpc';
import type { HeaderPairs, Payload, SseFields } from '#shared/recording';

export interface MockMessage {
  readonly do: 'message';
  readonly payload: Payload;
  /** Present for a request by the server, by its id: what comes later may wait for the answer. */
  readonly asks?: IdKey;
  /** True for what completes the answer to the call. */
  readonly answers?: true;
  /** Another part of the same answer follows. */
  readonly more?: true;
  /** Progress token of a progress notification: nothing for a client that gave none. */
  readonly token?: IdKey;
  /** Id of the `subscriptions/listen` that it belongs to, when something else brought it about. */
  readonly subscription?: IdKey;
  /** How it was framed where it came as an event of a stream. */
  readonly sse?: SseFields;
  /** The stream ended before the line did. */
  readonly unterminated?: true;
}

export type MockAction =
  | MockMessage
  | { readonly do: 'stderr'; readonly payload: Payload }
  /** An event of the stream that carried no message: its lines, and the id among them. For HTTP alone. */
  | { readonly do: 'event'; readonly text: string; readonly id?: string }
  /** The HTTP response ended before the answer was complete; broken: without the end that HTTP marks. For HTTP alone. */
  | { readonly do: 'end'; readonly broken?: true }
  | { readonly do: 'exit'; readonly code: number }
  /** The connection breaks: a process ends, an HTTP response is cut off. `lost` is what it takes with it. */
  | { readonly do: 'disconnect'; readonly lost?: MockMessage };

export interface MockOutput {
  readonly action: MockAction;
  /** Microseconds after what came before it: the message of the client, the output before, or the answer that it waited for. */
  readonly after: number;
  /** Requests by the server (by their ids) that the client had answered before. */
  readonly waitsFor: readonly IdKey[];
}

/** A value that is the client's own, an id or a progress token: as it is compared, and as it is written. */
export interface OwnValue {
  readonly key: IdKey;
  readonly text: string;
}

/** A text of the client, as far as it is about something. A batch is one call. */
export interface ClientCall {
  readonly kind: 'request' | 'notification' | 'batch' | 'text';
  readonly method?: string;
  readonly params?: unknown;
  /** Equal for calls that ask the same in the same way. */
  readonly key: string;
  /** Equal for calls that ask the same but for the size of their ids. */
  readonly looseKey: string;
  /** Equal for calls of the same method about the same tool, prompt, resource or task, whatever their arguments. */
  readonly nameKey: string;
  /** Ids of the requests in it, in order. */
  readonly ids: readonly OwnValue[];
  readonly tokens: readonly OwnValue[];
}

/** A message of the client, and what the server did about it. */
export interface MockCall extends ClientCall {
  /** Its event in the recording; -1 for what was not recorded. */
  readonly s: number;
  readonly outputs: readonly MockOutput[];
  /** How HTTP answered it, where it went over HTTP. */
  readonly http?: { readonly status: number; readonly headers: HeaderPairs };
  /** It is the `initialize` with which a session began; over HTTP the session has an id. */
  readonly opens?: { readonly session?: string };
  /** It was sent without a session, to a server that gives sessions. */
  readonly outside?: true;
}

export interface MockPlan {
  readonly calls: readonly MockCall[];
  /** What the server did before the client had said anything. */
  readonly opening: readonly MockOutput[];
  readonly http: boolean;
  /** Each client has a session of its own: so the recorded server had it, or there was a process for each client. */
  readonly sessions: boolean;
  /** The recording tells of a GET stream that the server opened. */
  readonly listens: boolean;
  /** Events without messages with which that stream began. */
  readonly greeting: readonly Extract<MockAction, { do: 'event' }>[];
  /** How the server answered when a client ended its session with DELETE; undefined when none did. */
  readonly deleted?: number;
}

/** What a mock does on demand in place of, or to, what was recorded. */
export const WIRE_FAULTS = [
  'delay',
  'drop',
  'truncate',
  'noise',
  'wrong-id',
  'duplicate',
  'disconnect',
  'error',
  'status',
] as const;
export type WireFault = (typeof WIRE_FAULTS)[number];

export interface MockError {
  readonly code: number;
  readonly message: string;
}

export interface FaultRule {
  readonly fault: WireFault;
  /** Milliseconds, for `delay`. */
  readonly ms: number;
  /** What answers in place of the recorded server, for `error`. */
  readonly error?: MockError;
  /** What HTTP answers, for `status`; notifications get it too. */
  readonly status?: number;
  readonly method?: string;
  /** Only answers to calls about this: the name of a tool or prompt, the address of a resource. */
  readonly about?: string;
  /** Only the answer to the nth call (from 1) that the rule applies to. */
  readonly nth?: number;
}

/** Which recorded call a live one repeats. */
export interface MockMatch {
  /** `params`: one with the same parameters; `name`: one of the same method and name, whatever the arguments. */
  readonly by: 'params' | 'name';
  /** Only the call that came next in the recording. */
  readonly sequence: boolean;
}
export const EXACT_MATCH: MockMatch = { by: 'params', sequence: false };

export interface MockOptions {
  /** 0 for no waiting, 1 for as recorded, 2 for twice as fast. */
  readonly speed: number;
  readonly faults: readonly FaultRule[];
  /** Default `EXACT_MATCH`. */
  readonly match?: MockMatch;
}
