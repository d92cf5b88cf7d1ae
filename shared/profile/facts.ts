/** What is told of a client: every fact by name, and the shape of what was seen of it. */

/**
 * `trait`: what holds all the time. `behaviour`: what it does when it can; without a value it never could. `use`: how
 * often. `most`: the highest figure seen. `time`: how long it waits.
 */
export type FactKind = 'trait' | 'behaviour' | 'use' | 'most' | 'time';

export const GROUPS = [
  'client',
  'capabilities',
  'calls',
  'asked',
  'patience',
  'http',
  'end',
  'methods',
  'rules',
] as const;
export type FactGroup = (typeof GROUPS)[number];

const of = (group: FactGroup) => (kind: FactKind) => ({ group, kind });
const client = of('client');
const calls = of('calls');
const http = of('http');

/** In the order in which they are shown. Those with a subject have a row for each: `method tools/call`. */
export const FACTS = {
  title: client('trait'),
  host: client('trait'),
  transport: client('trait'),
  era: client('trait'),
  /** The revision that it offers or names, and the one that is in force then. */
  offered: client('trait'),
  revision: client('trait'),
  /** Subject: path of the capability. */
  capability: of('capabilities')('behaviour'),
  extension: of('capabilities')('trait'),
  experimental: of('capabilities')('trait'),
  /** Its first messages, without answers. */
  first: calls('trait'),
  ids: calls('trait'),
  /** Names in `_meta` of its requests, but for those that every request of the per-request era has. */
  meta: calls('trait'),
  logLevel: calls('trait'),
  /** Requests open at once. */
  concurrency: calls('most'),
  /** Subject: method (basic/utilities/progress). */
  progressToken: calls('behaviour'),
  /** Subject: list; it asks for the page that `nextCursor` names (server/utilities/pagination). */
  pages: calls('behaviour'),
  /** Subject: list; it asks for a list again that it had read (server/tools#list-changed-notification). */
  listChanged: of('asked')('behaviour'),
  /** It reads a resource again of which it is told that it was updated. */
  updated: of('asked')('behaviour'),
  /** Subject: method of the server's request. What it answers, and how fast. */
  answers: of('asked')('behaviour'),
  /** Subject: method of its request. How it stops waiting, and after how long; or its longest wait for a response that came. */
  givesUp: of('patience')('time'),
  /** Reasons in its `notifications/cancelled`. */
  cancelReason: of('patience')('behaviour'),
  /** Time between two pings of its own. */
  pings: of('patience')('time'),
  /** It opens the standalone stream by GET (basic/transports#listening-for-messages-from-the-server). */
  listens: http('behaviour'),
  /** It goes on with a broken stream by `Last-Event-ID` (basic/transports#resumability-and-redelivery). */
  resumes: http('behaviour'),
  /** After 404 for its session it begins another (basic/transports#session-management). */
  reinitializes: http('behaviour'),
  deletes: http('behaviour'),
  sessionHeader: http('behaviour'),
  methodHeader: http('behaviour'),
  nameHeader: http('behaviour'),
  versionHeader: http('trait'),
  /** Scheme of `Authorization`. */
  authorization: http('trait'),
  /** Subject: name of the header. */
  header: http('trait'),
  /** Names of headers that neither HTTP clients commonly send nor the protocol has. */
  otherHeaders: http('trait'),
  /** How it ends the server's process, step by step (basic/lifecycle#shutdown). */
  ends: of('end')('behaviour'),
  /** How long it waits for the server's end before it sends a signal. */
  killsAfter: of('end')('time'),
  method: of('methods')('use'),
  /** Subject: id of the rule that it broke. */
  rule: of('rules')('use'),
} as const;

export type FactName = keyof typeof FACTS;
export const FACT_NAMES = Object.keys(FACTS) as readonly FactName[];

/** Values of behaviours that are done or not. */
export const YES = 'yes';
export const NO = 'no';
/** What a client could have sent and did not. */
export const NONE = '';
/** It could have done it, and has neither done it nor anything else for long enough; the time is since then. */
export const NOT_YET = 'due';
/** It did not give up; the time is its longest wait for a response that came. */
export const WAITED = 'waited';
/** Stands for values beyond those that are told. */
export const OTHERS = '…';

/** An event of one of the sessions that a profile is of. */
export interface Place {
  /** Index in `sessions`. */
  readonly of: number;
  readonly s: number;
}

/** How often something was seen, and where first. */
export interface Tally<At = Place> {
  readonly count: number;
  readonly at: readonly At[];
}

/** Durations in microseconds, shortest first; of very many only the first. */
export interface Fact<At = Place> {
  readonly name: FactName;
  readonly subject?: string;
  readonly values: ReadonlyMap<string, Tally<At>>;
  readonly times: readonly number[];
  readonly most?: number;
  /** Nothing else was seen: the only value is `NOT_YET` or `WAITED`, with one time at most. */
  readonly soFar?: boolean;
}

/** A fact by its name and subject: `method tools/call`. */
export const factKey = (name: FactName, subject?: string): string =>
  subject === undefined ? name : `${name} ${subject}`;
