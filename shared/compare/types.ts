/** What a comparison of two recordings says. Plain data: it can be printed as JSON or handed to another thread. */
import type { Fault, JsonObject } from '#shared/jsonrpc';
import type { ServerList } from '#shared/mcp';
import type { Direction, Recorded, RecordingHeader } from '#shared/recording';
import type { Fold, Outcome, SessionLog } from '#shared/session';
import type { RunOnPurpose } from './live-values.ts';

/** How alike two of something are, worst last. */
export const VERDICTS = ['equal', 'masked', 'moved', 'extra', 'missing', 'changed'] as const;
/** `masked`: equal once masks are applied. `moved`: as before, in another order. `extra`: only in the second recording. */
export type Verdict = (typeof VERDICTS)[number];

/**
 * Where something stands in an operation: a JSON Pointer (RFC 6901) whose first member is a part of the operation (`/params`,
 * `/result`, `/error`, `/outcome`, `/task`, `/rounds`, `/requests`, `/progress`, `/text`, `/http`). Inside a string that is JSON
 * itself it goes on with `#` and a pointer into that: `/result/content/0/text#/temperature`.
 */
export type Path = string;

/** A place where values differ. JSON texts, at most `MAX_TEXT_CHARS` UTF-16 units; `…` for a long common beginning. Look-alikes are escaped. */
export interface Difference {
  readonly path: Path;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before?: string;
  readonly after?: string;
  /** The value is an opaque one that stands for another than where it was seen first. */
  readonly inconsistent?: true;
}

export interface MaskedValue {
  readonly path: Path;
  /** Name of the built-in mask, or how one of the person's covers it. */
  readonly mask: MaskName | OwnMask;
  readonly before: string;
  readonly after: string;
}

/** One operation (or client notification) as it is in one of the recordings. */
export interface Side {
  readonly s: number;
  readonly closed?: number;
  /** Index into the log's operations; absent for a notification. */
  readonly op?: number;
  readonly outcome: Outcome | 'open' | 'sent';
  /** Milliseconds from the request to its answer. */
  readonly ms?: number;
  /** How often the same was asked in all: polls of a task, pages and new readings of a list. */
  readonly times: number;
}

export interface Pair {
  readonly verdict: Verdict;
  readonly kind: 'request' | 'malformed' | 'notification';
  readonly dir: Direction;
  readonly method?: string;
  /** What the request is about: the name of a tool or prompt, a URI. */
  readonly about?: string;
  readonly before?: Side;
  readonly after?: Side;
  /** What a client asked was answered with a result and is now an error, or was answered and now is not. No mask covers that. */
  readonly failing?: 'fails' | 'unanswered';
  /** At most `MAX_LISTED_COUNT`; `differing` counts them all. */
  readonly differences: readonly Difference[];
  readonly differing: number;
  /** How many values count as equal by a mask, and the first `MAX_LISTED_COUNT` of them. */
  readonly masked: number;
  readonly maskedValues: readonly MaskedValue[];
}

/** An operation of the first recording that was not tried again, and why. */
export interface LeftOut {
  readonly side: Side;
  readonly method?: string;
  readonly about?: string;
  readonly reason: string;
}

export const CHANGE_CLASSES = ['cosmetic', 'behavioural', 'breaking'] as const;
/** `breaking`: may be refused or misread. `behavioural`: a program or a model may act otherwise. `cosmetic`: only people see it. */
export type ChangeClass = (typeof CHANGE_CLASSES)[number];

/** What happened to a definition, each with words for it in `REASON_WORDS`. */
export type DefinitionReason =
  | `${'tool' | 'resource' | 'template' | 'prompt'}-${'removed' | 'added'}`
  | `property-${'added' | 'removed' | 'required' | 'optional'}`
  | `argument-${'added' | 'removed' | 'required' | 'optional'}`
  | `required-${'property' | 'argument'}-added`
  | `output-schema-${'added' | 'removed'}`
  | `${'type' | 'schema'}-changed`
  | 'narrowed'
  | 'widened'
  | 'task-support'
  | 'hint'
  | 'description'
  | 'title'
  | 'icons'
  | 'name'
  | 'size'
  | 'mime-type'
  | 'annotation'
  | 'order'
  | 'number-form'
  | 'other';

export interface DefinitionChange {
  readonly of: 'tool' | 'resource' | 'resourceTemplate' | 'prompt';
  readonly name: string;
  readonly class: ChangeClass;
  readonly reason: DefinitionReason;
  /** JSON Pointer into the definition; empty for the whole of it. */
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

/** Something about the session as a whole that is not as it was. */
export interface FactChange {
  readonly fact: 'transport' | 'era' | 'revision' | 'server-info' | 'capability' | 'instructions' | 'exit' | 'problem';
  /** What of it: a capability's pointer, a member of the server's info. */
  readonly path?: string;
  readonly before?: string;
  readonly after?: string;
  /** False for what is only told: a version number, another transport. */
  readonly counts: boolean;
}

interface NumberDifference {
  readonly before: number;
  readonly after: number;
  /** True when it makes the comparison fail; of what is broken, only what is new does. */
  readonly counts: boolean;
}

/** A kind of broken line or message of the server, of which the two recordings have not as many. */
export interface BrokenDifference extends NumberDifference {
  /** `noise`: it is no JSON-RPC message at all. `fault`: it is one, with a fault. */
  readonly what: 'noise' | 'fault';
  readonly fault: Fault;
  /** What the first of them says, cut off. */
  readonly text: string;
  /** Of a message: its method, or that of the request that it answers. */
  readonly method?: string;
  /** It came over HTTP; otherwise it was written to standard output. */
  readonly http?: true;
  /** Event of the first of them: in the second recording, or in the first where the second has none. */
  readonly s: number;
  readonly counts: boolean;
}

/** A rule of the specification that a recording breaks, as `#shared/findings` finds it. Equal ones of two recordings have one key. */
export interface BrokenRule {
  readonly key: string;
  readonly rule: string;
  readonly side: 'client' | 'server';
  /** As the specification says it: `MUST NOT`. */
  readonly level: string;
  readonly weight: 'must' | 'should' | 'advice';
  readonly revision: string;
  /** It holds on one transport only. */
  readonly bound: boolean;
  /** Method and name of what it is about, or the kind of event; empty for none. */
  readonly of: string;
  /** Where in the message, with `*` for each index; empty for the whole of it. */
  readonly place: string;
  /** The first event that broke it. */
  readonly s: number;
  /** What was seen there, by language. */
  readonly said: { readonly [language: string]: string };
}

export interface RuleDifference extends Omit<BrokenRule, 'key' | 'bound'> {
  /** `came`: the second recording breaks it. `went`: only the first did. */
  readonly what: 'came' | 'went';
  readonly counts: boolean;
}

/** A list of the server's that gives the same in another order, or on pages of another size. */
export interface ListDifference {
  readonly list: ServerList;
  /** `order`: names of what both have, where their order differs first. `page-size`: numbers of items. */
  readonly what: 'order' | 'page-size';
  readonly before: string;
  readonly after: string;
}

/** Server notifications that belong to no operation, by method: how many there were. */
export interface AmbientDifference extends NumberDifference {
  readonly method: string;
}

/** An answer that took more or less time than the threshold allows. Milliseconds. */
export interface LatencyDifference extends NumberDifference {
  /** Index into `pairs`. */
  readonly pair: number;
}

export interface Comparison {
  /** Nothing differs that counts, after masks. */
  readonly same: boolean;
  /** In the order of the first recording, with extra ones where the second has them. */
  readonly pairs: readonly Pair[];
  readonly worstFirst: readonly number[];
  readonly counts: { readonly [verdict in Verdict]: number };
  readonly masked: number;
  readonly leftOut: readonly LeftOut[];
  /** Worst first. */
  readonly definitions: readonly DefinitionChange[];
  /** How many changes of definitions there are beyond those listed. */
  readonly moreDefinitions: number;
  readonly facts: readonly FactChange[];
  readonly broken: readonly BrokenDifference[];
  /** Empty where nobody judged. */
  readonly rules: readonly RuleDifference[];
  /** Empty unless it was asked for. */
  readonly lists: readonly ListDifference[];
  readonly ambient: readonly AmbientDifference[];
  readonly latency: readonly LatencyDifference[];
  /** Cosmetic changes, every fact, and kinds of notifications that are new or gone count too. */
  readonly strict?: true;
  /** The second recording is a run of the first. */
  readonly isRun?: true;
}

/** An answer is slower or faster than before when it differs by more than both. */
export interface LatencyThreshold {
  /** 2 is twice as long, or half. */
  readonly ratio: number;
  readonly ms: number;
  /** True when a slower answer makes the comparison fail. */
  readonly counts?: boolean;
}

/** Finds the broken rules of a recording in its log. */
export interface RuleJudge {
  (recording: { readonly recorded: Recorded; readonly log: SessionLog }): readonly BrokenRule[];
  /** What it follows: a log that does so from its first event on is not read again. */
  readonly fold?: (header: RecordingHeader) => Fold<object>;
}

export interface CompareOptions {
  readonly masks?: Masks;
  readonly latency?: LatencyThreshold;
  /** Cosmetic changes, every fact, and kinds of notifications that are new or gone count too. */
  readonly strict?: boolean;
  /** The order of what the server lists, and how much is on a page, count. */
  readonly checkLists?: boolean;
  /** Finds the broken rules of a recording; without it none are compared. */
  readonly judge?: RuleJudge;
  /** What of the first recording was not run again, by the events of the client's messages, with a reason each. */
  readonly leaveOut?: ReadonlyMap<number, string>;
  /** The second recording is a run of the first: what it did otherwise on purpose. */
  readonly run?: RunOnPurpose;
}

export const MASK_NAMES = [
  'id',
  'progress-token',
  'progress',
  'cursor',
  'session-id',
  'task-id',
  'request-state',
  'time',
  'uuid',
  'duration',
  'number-form',
  'list-order',
  'json-text',
  'ambient',
] as const;
export type MaskName = (typeof MASK_NAMES)[number];

/** How a mask of a person's covers a value: as a whole, by a pattern of its text, or within a tolerance. */
export const OWN_MASKS = ['pointer', 'pattern', 'tolerance'] as const;
export type OwnMask = (typeof OWN_MASKS)[number];

/** What a person calls equal: all there and below, or within `pattern` or `tolerance` if both exist, of one type. */
export interface PointerMask {
  /**
   * A `Path` in which `*` stands for any one member or index, and `**` for any number of them, which may begin it without a `/`.
   * In a name of nothing but `*`, each is written `~3`. `**` leads to no place that says how an operation ended.
   */
  readonly pointer: string;
  /** Both texts fit it: a text with placeholders for the pieces that may differ, `took {duration}, 3 rows`. */
  readonly pattern?: string;
  /** Both numbers are no further apart: `±0.5`, `±5%`, or both, of which one is enough. */
  readonly tolerance?: string;
  readonly method?: string;
  /** Only in operations about this tool, prompt or URI. */
  readonly about?: string;
  readonly why?: string;
  /** Members that this version does not know. */
  readonly more?: JsonObject;
}

export interface Masks {
  readonly off: readonly MaskName[];
  readonly pointers: readonly PointerMask[];
  /** What a rerun puts in the place of recorded values, as `shared/rerun/bindings.ts` reads it. */
  readonly bindings?: readonly string[];
  readonly why?: string;
  /** Members that this version does not know. */
  readonly more?: JsonObject;
  /** Entries of the two lists that can't be used, kept for the file. */
  readonly unread?: { readonly off: readonly unknown[]; readonly pointers: readonly unknown[] };
}

/** Of one value that a comparison holds. */
export const MAX_TEXT_CHARS = 65_536;
/** Differences, and masked values, listed for one pair. */
export const MAX_LISTED_COUNT = 100;
