/** What the client of one session does, as facts: what the fold gathered, and what only the end of a session tells. */
import { defined } from '#shared/base';
import { CAPABILITIES, eraOf, type CapabilityFacts } from '#shared/mcp';
import { isObject } from '#shared/jsonrpc';
import type { Recorded, RecordingHeader } from '#shared/recording';
import { findingsFold, RULES, weightOf, type FindingsState } from '#shared/findings';
import { hasCapability, SessionFold, type SessionState } from '#shared/session';
import { NOT_YET, FACT_NAMES, NO, type Fact, type FactName, YES } from './facts.ts';
import { endingOver, PROFILE } from './fold.ts';
import { saw, sawSoFar, type Gathering } from './gather.ts';
import { TIMEOUT_US } from './messages.ts';
import { unanswered } from './requests.ts';
import { copyProfile, type Expectation, type ProfileState } from './state.ts';

/** A client as it names itself; without a name, its host or `User-Agent` may tell. */
export interface ClientName {
  readonly name?: string;
  readonly version?: string;
}

export type SessionProfile = ReturnType<typeof sessionProfile>;

/** The profile of a whole recording, rules that the client broke included. Never throws. */
export function profileRecording({ header, events }: Recorded): SessionProfile {
  const fold = new SessionFold();
  const state = fold.follow(PROFILE, PROFILE.init());
  const judge = findingsFold(header);
  const found = fold.follow(judge, judge.init());
  for (const event of events) fold.append(event);
  return sessionProfile(header, fold.state, state, found);
}

/** The profile of a session as of the event after which these are its states, which stay as they are. */
function sessionProfile(
  header: Pick<RecordingHeader, 'connection' | 'host' | 'startedAt'>,
  session: Readonly<SessionState>,
  gathered: Readonly<ProfileState>,
  found?: Readonly<FindingsState>,
) {
  const state = copyProfile(gathered);
  const { seen } = state;
  const start = Date.parse(header.startedAt);
  const lost = state.expected.get('session');
  observeClient(seen, header, session, state);
  observeCapabilities(seen, session, state.declaredS);
  endingOver(state);
  for (const each of state.expected.values())
    if (isOver(state, each)) saw(seen, each.fact, { subject: each.subject, value: NO, s: each.s });
    else sawNotYet(state, each.fact, each);
  observeAnswersLeft(state, session);
  if (header.connection.transport === 'streamable-http') observeEnd(state);
  if (found) observeRules(seen, found);
  const { name, version } = session.client.info ?? {};
  const began = seen.get('method initialize')?.values.get('')?.at[0];
  return {
    client: defined({ name: isText(name) ? name : undefined, version: isText(version) ? version : undefined }),
    ...defined({ host: header.host === name ? undefined : header.host }),
    facts: ([...seen.values()] as Fact<number>[]).sort(
      (a, b) => FACT_NAMES.indexOf(a.name) - FACT_NAMES.indexOf(b.name),
    ),
    /** Milliseconds of the wall clock at which it began to agree on a session, and at which the server had forgotten one for good. */
    ...defined({
      began: began === undefined ? undefined : { at: start + state.beganT / 1000, s: began },
      lost: lost && { at: start + lost.t / 1000, s: lost.s },
    }),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The client did something else, or nothing for long enough. */
function isOver({ t, lastS }: ProfileState, { s, t: since, timeoutUs }: Expectation): boolean {
  return lastS > s || t - since >= timeoutUs;
}

/** The client may act since `t`, and has not yet. No time has passed when that is the last event. */
function sawNotYet(
  state: ProfileState,
  fact: FactName,
  { subject, s, t }: { readonly subject?: string | undefined; readonly s: number; readonly t: number },
): void {
  sawSoFar(state.seen, fact, { subject, value: NOT_YET, s, took: state.t > t ? state.t - t : undefined });
}

function observeClient(
  seen: Gathering,
  { connection, host }: Pick<RecordingHeader, 'connection' | 'host'>,
  { client, offered, revision }: Readonly<SessionState>,
  { sse, declaredS, first, firstS }: ProfileState,
): void {
  const s = Math.max(0, declaredS);
  const observe = (name: FactName, value: unknown, at = s): void => {
    if (isText(value)) saw(seen, name, { value, s: at });
  };
  observe('title', client.info?.title);
  // A tap over HTTP knows its host only by the name that it gives itself.
  if (host !== client.info?.name) observe('host', host, 0);
  observe('transport', connection.transport === 'stdio' ? 'stdio' : sse ? 'sse' : 'streamable-http', 0);
  const spoken = revision ?? offered;
  if (spoken !== undefined) observe('era', eraOf(spoken));
  observe('offered', offered);
  observe('revision', revision);
  if (first.length > 0) observe('first', joined(first), firstS);
}

function joined(methods: readonly string[]): string {
  const steps: { readonly method: string; count: number }[] = [];
  for (const method of methods) {
    const last = steps.at(-1);
    if (last?.method === method) last.count++;
    else steps.push({ method, count: 1 });
  }
  return steps.map(({ method, count }) => (count > 1 ? `${method} ×${count}` : method)).join(' → ');
}

const MAX_NAME_COUNT = 20;

function observeCapabilities(seen: Gathering, { client, revision, offered }: Readonly<SessionState>, s: number): void {
  const { capabilities } = client;
  const judged = revision ?? offered;
  if (!capabilities || judged === undefined || s < 0) return;
  const isDefined = ({ since, until }: CapabilityFacts): boolean =>
    since <= judged && (until === undefined || judged <= until);
  const known = CAPABILITIES.filter((facts) => facts.side === 'client' && !NAMED.has(facts.path));
  for (const facts of known) {
    const declared = hasCapability(client, facts.path) || (facts.path === 'elicitation.form' && namesNoMode(client));
    if (declared || isDefined(facts)) saw(seen, 'capability', { subject: facts.path, value: declared ? YES : NO, s });
  }
  for (const path of Object.keys(capabilities).slice(0, MAX_NAME_COUNT)) {
    const fact = NAMED.get(path);
    const value = capabilities[path];
    if (fact !== undefined && isObject(value))
      for (const name of Object.keys(value).slice(0, MAX_NAME_COUNT)) saw(seen, fact, { value: name, s });
    else if (!known.some((facts) => facts.path === path)) saw(seen, 'capability', { subject: path, value: YES, s });
  }
}

/** One that declares no mode can be asked with a form (2025-11-25, client/elicitation#capabilities). */
const namesNoMode = (client: SessionState['client']): boolean =>
  hasCapability(client, 'elicitation') && !hasCapability(client, 'elicitation.url');

const NAMED: ReadonlyMap<string, FactName> = new Map([
  ['extensions', 'extension'],
  ['experimental', 'experimental'],
]);

/** Microseconds of silence after which a client left its session behind. */
const IDLE = 600_000_000;

/** What the server still waits for, and has for long. */
function observeAnswersLeft(state: ProfileState, { pending }: Readonly<SessionState>): void {
  const { t, closed } = state;
  for (const asked of pending.values())
    if (asked.dir !== 's2c' || asked.method === undefined) continue;
    else if (t - asked.t >= TIMEOUT_US) unanswered(state, asked);
    else sawNotYet(state, 'answers', { ...asked, subject: asked.method });
  for (const asked of state.input.values())
    for (const method of asked.methods.values())
      if (closed || t - asked.t >= TIMEOUT_US) unanswered(state, { method, s: asked.s });
      else sawNotYet(state, 'answers', { ...asked, subject: method });
}

/** What was not done over HTTP as long as it could be. */
function observeEnd(state: ProfileState): void {
  const { seen, agreed, closed, t, trafficT, lastS, streamEndS, sse, session } = state;
  if (!agreed || sse) return;
  if (!seen.has('listens')) {
    if (lastS > agreed.s || t - agreed.t >= TIMEOUT_US) saw(seen, 'listens', { value: NO, s: agreed.s });
    else sawNotYet(state, 'listens', agreed);
  }
  // It has ended its stream as the last thing that it did, or has not been heard of for long.
  const left = streamEndS ?? (closed && t - trafficT >= IDLE ? agreed.s : undefined);
  if (session !== undefined && left !== undefined && !seen.has('deletes')) saw(seen, 'deletes', { value: NO, s: left });
}

/** Rules that the client broke; advice is left out, and so are rules that can only be guessed. */
function observeRules(seen: Gathering, { found, tallies }: Readonly<FindingsState>): void {
  for (const rule of RULES) {
    if (rule.heuristic) continue;
    let count = 0;
    for (const [revision, { broken }] of tallies)
      if (weightOf(rule, revision) !== 'advice') count += broken.client[rule.index] ?? 0;
    if (count === 0) continue;
    const at = found.find((finding) => finding.rule === rule.id && finding.side === 'client')?.at ?? 0;
    saw(seen, 'rule', { subject: rule.id, s: at, count });
  }
}

/** A profile without the secrets of its recording: each text of it is as `redact` gives it. */
export function redactedProfile(profile: SessionProfile, redact: (text: string) => string): SessionProfile {
  const { client, host, facts } = profile;
  const { name, version } = client;
  const redacted = (text: string | undefined): string | undefined => (text === undefined ? undefined : redact(text));
  return {
    ...profile,
    client: defined({ name: redacted(name), version: redacted(version) }),
    ...defined({ host: redacted(host) }),
    facts: facts.map((fact) => ({
      ...fact,
      ...defined({ subject: redacted(fact.subject) }),
      values: new Map([...fact.values].map(([value, tally]) => [redact(value), tally])),
    })),
  };
}
