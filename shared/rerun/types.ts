/** What a recording comes to when it is run again: its steps, what is not a step and why, and what became of each. */
import type { ClientInfo, Policy, SendDetails } from '#shared/driver';
import type { HeaderPairs, HeldRecording, RecordingHeader } from '#shared/recording';
import type { ChangeReason, Outcome, SessionLog } from '#shared/session';
import type { HttpDetails } from '#shared/transport';
import type { LabelPlace } from './number-keys.ts';

/**
 * Why a step is not taken without a person's consent. `call`: of the plan, a call, which goes out without consent where the live
 * list marks its tool as `readOnlyHint`. `tool-may-change`: the live list does not; `tool-unclear`: it contradicts itself; `unknown-tool`: the tool is not in it, or it
 * could not be read to its end; `may-change`: the method is not one that reads; `unknown-method`: no revision says what it does;
 * `answer`: it answers the server; `http`: the recording says with which headers or HTTP method it goes out; `unclear`: it can't
 * be read as one message, or not in one way only: bytes, several lines, a batch, a name given twice or with escapes.
 */
export type ConsentReason = ChangeReason | 'answer' | 'http' | 'unclear';

/**
 * Why a client message is not a step. `opening`, `listening`, `task`, `closing`: the live session does that by itself; `answer`,
 * `input`: it is given when the server asks; `timeout`: it follows when the time is over again; `resent`: it was refused for want
 * of authorization and sent again.
 */
export type LeftOutReason = 'opening' | 'listening' | 'task' | 'closing' | 'answer' | 'input' | 'timeout' | 'resent';

export interface LeftOut {
  readonly s: number;
  readonly method?: string;
  readonly reason: LeftOutReason;
  /** As of a step. */
  readonly redacted?: readonly string[];
}

/** Where in an answer of the server a value is. */
export interface Source {
  readonly op: number;
  /** The answer is the result of the task that the operation created. */
  readonly task?: boolean;
  /** JSON Pointer (RFC 6901) into the answer's message. */
  readonly pointer: string;
  /** JSON Pointer into the text that stands there, which is JSON itself. */
  readonly inner?: string;
  /** For a value inside a text: its place among the opaque values there, from 0. */
  readonly token?: number;
  /** For a number inside a text: what the text calls it, and its place among those that are called so. */
  readonly label?: LabelPlace;
  /** For a declared value inside a text: its place among the runs of letters, digits, hyphens and underscores there, from 0. */
  readonly word?: number;
}

/** Why a value is the server's: nobody makes it up, its members' names or the text call it an id, or a person does. */
export type HandleEvidence = 'value' | 'name' | 'label' | 'declared';

/** A value from an earlier answer, to be replaced by the live answer's at its place or by a person's declared one. */
export interface Handle {
  /** UTF-16 units of the step's text: the whole JSON string or number, or a part of a string. */
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** JSON Pointer into the step's message. */
  readonly pointer: string;
  readonly evidence: HandleEvidence;
  /** Name of the member it is the value of. */
  readonly name: string;
  /** Absent where a person declared the value itself, which is `given`. */
  readonly source?: Source;
  readonly given?: string;
  /** It is a part of a string, and `start` and `end` are within the quotes. */
  readonly part?: true;
}

/** What has to have happened before a step is taken; what an earlier step waited for is not repeated. */
export interface Waits {
  /** Operations of the recording that were over before the step. */
  readonly closed: readonly number[];
  /** Operations of the recording whose task had ended before the step. */
  readonly tasks: readonly number[];
  /** A notification by the server that caused the step, and how many of its method had come by then. */
  readonly notified?: { readonly method: string; readonly count: number };
  /** Milliseconds after the step before it, kept because other requests were open. */
  readonly gapMs?: number;
}

interface StepBase {
  readonly s: number;
  readonly method?: string;
  /** What it is about: the tool, the resource, the prompt. */
  readonly about?: string;
  /** Operation of the recording that it opens; absent for what wants no answer. */
  readonly op?: number;
  /** Of a batch: all operations that it opens, `op` the first. */
  readonly ops?: readonly number[];
  readonly waits: Waits;
}

export interface SendStep extends StepBase {
  readonly do: 'send';
  /** `exact`: the recorded bytes, ids included. `fresh`: a new id, and live values in place of recorded ones. */
  readonly text: 'exact' | 'fresh';
  /** The recorded text; of bytes that are not UTF-8, what they read as. */
  readonly raw: string;
  readonly b64?: string;
  /** Who sends an exact text that nobody typed; absent is a person. */
  readonly by?: 'rerun';
  /** Its recorded outcome; absent when it was still open at the end, or wants no answer. */
  readonly outcome?: Outcome;
  /** Present when nothing answered it: for how many milliseconds nothing did before the next thing happened. */
  readonly silentMs?: number;
  readonly consent?: ConsentReason;
  readonly handles: readonly Handle[];
  /** What stands in its text in place of secrets that were taken out of the recording; the server gets it as it stands. */
  readonly redacted?: readonly string[];
  /** How it went over HTTP where that was a person's doing: in place of, or beside the protocol's own. */
  readonly http?: RecordedHttp;
  /** The recorded time limit of a request that ran into it. */
  readonly limits?: SendDetails['limits'];
}

/** Headers and method that a person chose for one message. */
export interface RecordedHttp {
  /** Where the message went: headers that are not the protocol's go to no other origin. */
  readonly url: string;
  readonly set: HeaderPairs;
  /** Names of the protocol's own headers that were not sent. */
  readonly without: readonly string[];
  readonly method?: HttpDetails['method'];
}

/** An open request to be taken back, in the way of the live revision and transport. */
export interface CancelStep extends StepBase {
  readonly do: 'cancel';
  readonly target: number;
  readonly reason: string;
  /** Messages of the server that belonged to the operation by then. */
  readonly touched: number;
}

export type RerunStep = SendStep | CancelStep;

/** What the client answered to a request of the server: its own, or one in a result that asks for input. */
export interface RecordedAnswer {
  readonly method: string;
  readonly params: unknown;
  /** JSON text of what was answered; absent when nothing was. */
  readonly answer?: { readonly outcome: 'result' | 'error'; readonly json: string };
  /** Event of the request. */
  readonly s: number;
}

/**
 * Why a declared binding can't be used. `no-step`: no message is sent at `step`; `too-late`: the answer comes after what it is for;
 * `exact`: the step goes out with its exact bytes; `no-answer`: the step wants none; `no-argument`, `no-source`: the step, or its
 * recorded answer, has no text or number `at` that place; `not-a-number`: a number is there; `unused`: no step has an argument of
 * the name `at`.
 */
export type UnboundReason =
  | 'unreadable'
  | 'no-step'
  | 'too-late'
  | 'exact'
  | 'no-answer'
  | 'no-argument'
  | 'no-source'
  | 'not-a-number'
  | 'unused';

export interface Unbound {
  readonly text: string;
  readonly reason: UnboundReason;
  /** Number of a step, from 1. */
  readonly step?: number;
  /** A pointer, or a name. */
  readonly at?: string;
}

export interface PlanOptions {
  /** In place of the recorded one. */
  readonly revision?: string;
  /** What a person declares, as `bindings.ts` reads it. */
  readonly bindings?: readonly string[];
}

/** What a run needs of the live session. The page's sources and the command line's recorded session give it. */
export interface RerunPort {
  /** Of the live session; it grows. */
  readonly log: SessionLog;
  readonly header: RecordingHeader;
  readonly policy: Policy;
  readonly client: ClientInfo;
  send(text: string, details: SendDetails): void;
  /** Cancel the live session's open operation `op`. */
  cancel(op: number, reason: string): void;
  close(reason: string): void;
  /** Be told after events were added to the log, and not while that is done. The result ends it. */
  onEvents(listener: () => void): () => void;
}

export interface RerunOptions {
  /** Steps (by their event) that need consent and have it; with `ANSWERS` among them, the recorded answers too. */
  readonly consent: 'all' | ReadonlySet<number>;
  /** Asks for steps the live list shows to need consent, with why: gives those allowed, or stops. Absent: left out. */
  readonly ask?: (steps: readonly SendStep[]) => Promise<'all' | 'stop' | ReadonlySet<number>>;
  /** Longest time for which silence is checked, in milliseconds (default 1000). It is checked for 500 where the recording has less. */
  readonly silenceMs?: number;
  /** Longest recorded pause that is kept, in milliseconds (default 5000). */
  readonly longestGapMs?: number;
  /** How long the run waits for what the server did unasked, in milliseconds (default 2000). */
  readonly serverTimeoutMs?: number;
  readonly onProgress?: (progress: RerunProgress) => void;
}

export interface RerunProgress {
  /** Index of the step; the number of steps at the end. */
  readonly at: number;
  readonly of: number;
  readonly waitsFor: 'session' | 'answers' | 'notification' | 'pause' | 'silence' | 'server' | 'end';
}

/** A value that was replaced, or could not be because the live answer has nothing in its place. */
export interface Replaced {
  /** Event of the recording: of the step, or of the answer that holds the value. */
  readonly s: number;
  readonly pointer: string;
  readonly before: string;
  readonly after?: string;
  /** Names of the members that hold it, where it is only known by them. */
  readonly names?: readonly string[];
}

/**
 * `taken`: it went out, and `outcome` is how it ended. `declined`: there was no consent. `not-reached`: the connection was
 * over, or what it was to take back was not there. `not-needed`: it asks for a further page of a list that now has fewer.
 */
export interface StepResult {
  readonly step: RerunStep;
  readonly became: 'taken' | 'declined' | 'not-reached' | 'not-needed';
  readonly op?: number;
  readonly outcome?: Outcome;
  /** Only where the recording had silence: whether there was silence again. */
  readonly silent?: boolean;
  /** For how many milliseconds nothing answered; absent where that was not waited for to the end. */
  readonly silentMs?: number;
}

/** `equal`, `nearest`: answered from the recording; `unknown`: nothing fits; `withheld`: refused without consent. */
export interface Answered {
  /** Event of the new recording. */
  readonly s: number;
  readonly method: string;
  readonly from: 'equal' | 'nearest' | 'unknown' | 'withheld';
  /** Event of the recording with the request whose answer was given. */
  readonly recordedS?: number;
}

export interface RerunResult {
  /** The live session as a recording. */
  readonly recorded: HeldRecording;
  readonly steps: readonly StepResult[];
  readonly replaced: readonly Replaced[];
  readonly answered: readonly Answered[];
  /** What was not run again, by the events of the recorded messages, and why. For the comparison. */
  readonly leaveOut: ReadonlyMap<number, 'declined'>;
  /** Events of the new recording that no step asks for: the run read the list of tools to know what a call may do. */
  readonly own: readonly number[];
  /** False when no session came about, or it was over before everything had been waited for. */
  readonly complete: boolean;
}
