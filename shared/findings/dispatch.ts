/** Which judge sees what: tables made once, so that an event costs only those who ask for it. */
import { isObject, type Decoded, type DecodedResponse } from '#shared/jsonrpc';
import { PER_REQUEST_REVISIONS } from '#shared/mcp';
import type { WireEvent } from '#shared/recording';
import type { About, Answer, ByName, General, Judge, OtherKind } from './judge.ts';
import { revisionBit, type Rule, type RuleTransport } from './rule.ts';
import type { Turn } from './turn.ts';
import type { Asked } from './session-facts.ts';
import { isAgreed } from './verdict-cache.ts';
import type { FindingsState, JudgeStates } from './findings-state.ts';

export type Handle = (turn: Turn, what: never, state: object) => void;
export interface Handler {
  /** Of the judge, among all. */
  readonly index: number;
  readonly handle: Handle;
  /** It is given the answer with the request that it answers. */
  readonly answer: boolean;
}

export interface Plan {
  readonly id: number;
  /** Somebody is given the answer with its request. */
  readonly answers: boolean;
  readonly all: readonly Handler[];
  /** Without those who say the same as long as the same is agreed. */
  readonly impure: readonly Handler[];
}

const [HTTP, META, INPUTS, UNSOUND, S2C, GIVEN] = [1, 2, 4, 8, 16, 32];
const MODERN = PER_REQUEST_REVISIONS.reduce((bits, each) => bits | revisionBit(each), 0);

/** What of a message is in `About`, as a number; whether it has parameters or a result, too. */
function traitsOf({ x, dir, index }: Turn, item: Decoded): number {
  let traits = (x === undefined ? 0 : HTTP) | (dir === 's2c' ? S2C : 0);
  if (item.faults.length > 0 || item.large || index !== undefined) traits |= UNSOUND;
  const { kind } = item;
  const called = kind === 'request' || kind === 'notification';
  if (called && item.mixed) traits |= UNSOUND;
  const content = called ? item.params : kind === 'response' && item.outcome === 'result' ? item.result : undefined;
  if (content === undefined) return traits;
  traits |= GIVEN;
  if (!isObject(content)) return traits | UNSOUND;
  if (content['_meta'] !== undefined) traits |= META;
  const inputs = called ? content['inputResponses'] : content['inputRequests'];
  return inputs === undefined ? traits : traits | INPUTS;
}

/** The same in words; `bit` is that of its revision. */
function aboutOf(traits: number, method: string, bit: number, failed: boolean): About {
  return {
    ...{ method, failed },
    dir: (traits & S2C) === 0 ? 'c2s' : 's2c',
    modern: bit === 0 || (bit & MODERN) !== 0,
    http: (traits & HTTP) !== 0,
    meta: (traits & META) !== 0,
    inputs: (traits & INPUTS) !== 0,
    sound: (traits & UNSOUND) === 0,
  };
}

/** What judges are asked about beside messages. */
type Kinds = 'batch' | 'payload' | OtherKind;

/** Hands events to those of some judges who ask for them. */
export class Dispatch {
  readonly #judges: readonly Judge[];
  readonly #kinds = new Map<Kinds, readonly Handler[]>();
  /** Who sees every event, by transport. */
  readonly #each: ReadonlyMap<RuleTransport | undefined, readonly Handler[]>;
  /** Methods that somebody asks for by name. */
  readonly #named: ReadonlySet<string>;
  /** By kind, transport and revision of a message, then by its method, then by its traits. */
  readonly #plans: Map<string, Plan[]>[] = [];
  #made = 0;

  constructor(judges: readonly Judge[]) {
    this.#judges = judges;
    const each = this.#handlers('each');
    this.#each = new Map(
      TRANSPORTS.map((transport) => [
        transport,
        each.filter((handler) => this.#holds(handler, { bit: 0, whole: true, transport })),
      ]),
    );
    this.#named = new Set(
      judges.flatMap(({ requests = {}, notifications = {}, answers = {} }) =>
        [requests, notifications, answers].flatMap((each) => Object.keys(each)),
      ),
    );
  }

  states(): JudgeStates {
    return this.#judges.map(({ init }) => init?.() ?? {});
  }

  /** Hand any event to those who ask for every one, and have a rule that can hold on its transport. */
  each(turn: Turn, event: WireEvent, states: JudgeStates): void {
    for (const { index, handle } of this.#each.get(turn.facts.transport) ?? [])
      handle(turn, event as never, states[index] ?? STATELESS);
  }

  /** Hand an event to those who ask for its kind. */
  kind(kind: Kinds, turn: Turn, what: unknown, states: JudgeStates): void {
    let handlers = this.#kinds.get(kind);
    if (!handlers) this.#kinds.set(kind, (handlers = this.#handlers(kind)));
    for (const { index, handle } of handlers) handle(turn, what as never, states[index] ?? STATELESS);
  }

  /** Hand a message, or an item of a batch, to those who ask for it and have a rule that can hold for it. */
  message(turn: Turn, item: Decoded, { judges, facts, verdictCache }: FindingsState): void {
    const { asked } = turn;
    const plan = this.#planOf(turn, item);
    const cacheable = plan.impure.length < plan.all.length && isAgreed(verdictCache, facts);
    const cached = cacheable && verdictCache.plans.has(plan.id);
    const before = turn.reportCount;
    const answer = plan.answers && item.kind === 'response' && asked ? answerOf(item, asked) : item;
    for (const handler of cached ? plan.impure : plan.all)
      handler.handle(turn, (handler.answer ? answer : item) as never, judges[handler.index] ?? STATELESS);
    if (cacheable && !cached && turn.reportCount === before) verdictCache.plans.add(plan.id);
  }

  /** Made once and kept by what decides it; methods that no judge names share one. */
  #planOf(turn: Turn, item: Decoded): Plan {
    const byMethod = (this.#plans[planGroup(turn, item)] ??= new Map());
    const method = methodOf(turn, item);
    const traits = traitsOf(turn, item);
    const known = byMethod.get(method)?.[traits];
    if (known) return known;
    const name = this.#named.has(method) ? method : '';
    const plans = byMethod.get(name) ?? [];
    byMethod.set(name, plans);
    return (plans[traits] ??= this.#plan(scopeOf(turn), item, name, traits));
  }

  #plan(scope: Scope, item: Decoded, method: string, traits: number): Plan {
    const { kind } = item;
    const failed = isFailure(item);
    const about = aboutOf(traits, method, scope.bit, failed);
    const pure = new Set<Handler>();
    const general = (name: General | 'failure' | 'other' | 'last'): readonly Handler[] =>
      this.#handlers(name).filter((handler) => {
        const { interestedIn, pureWhileAgreed } = this.#judges[handler.index] ?? {};
        if (!this.#holds(handler, scope) || interestedIn?.[name as General]?.(about) === false) return false;
        if (about.sound && method !== '' && pureWhileAgreed?.[name as General]?.(about)) pure.add(handler);
        return true;
      });
    const named = (methods: ByName): readonly Handler[] =>
      this.#judges.flatMap((judge, index) => {
        const handle = judge[methods]?.[method];
        if (!handle || judge.interestedIn?.[methods]?.(about) === false) return [];
        const handler = { index, handle: handle as Handle, answer: methods === 'answers' };
        // One that keeps something may need it for a later message of another revision.
        return judge.init || this.#holds(handler, scope) ? [handler] : [];
      });
    const own = {
      request: () => [...general('request'), ...named('requests')],
      notification: () => [...general('notification'), ...named('notifications')],
      response: () => [...general('response'), ...(failed ? general('failure') : []), ...named('answers')],
    };
    const more = kind in own ? own[kind as keyof typeof own]() : general('other');
    const all = [...(scope.whole ? general('payload') : []), ...general('message'), ...more, ...general('last')];
    const answers = all.some(({ answer }) => answer);
    return { id: this.#made++, answers, all, impure: all.filter((handler) => !pure.has(handler)) };
  }

  #handlers(kind: keyof Judge): readonly Handler[] {
    return this.#judges.flatMap((judge, index) => {
      const handle = judge[kind];
      return typeof handle === 'function' ? [{ index, handle: handle as Handle, answer: false }] : [];
    });
  }

  /** What has no known revision or transport is handed to every judge. */
  #holds({ index }: Handler, { bit, transport }: Scope): boolean {
    const { everywhere, rules } = this.#judges[index] ?? { rules: [] };
    const inForce = (rule: Rule): boolean => bit === 0 || everywhere === true || (rule.revisions & bit) !== 0;
    const onIt = (own: RuleTransport | undefined): boolean =>
      own === undefined || transport === undefined || own === transport;
    return rules.some((rule) => inForce(rule) && onIt(rule.transport));
  }
}

/** A response with the request that it answers. Written out: this is done for nearly every response. */
function answerOf(item: DecodedResponse, to: Asked): Answer {
  const { kind, faults, large, part, id, key, outcome, result, error } = item;
  return { kind, faults, large, part, id, key, outcome, result, error, to } as Answer;
}

/** What decides which rules can hold for a message. */
interface Scope {
  /** Of its revision. */
  readonly bit: number;
  readonly transport: RuleTransport | undefined;
  /** It is no item of a batch. */
  readonly whole: boolean;
}

const scopeOf = ({ bit, index, facts }: Turn): Scope => ({
  bit,
  whole: index === undefined,
  transport: facts.transport,
});

const isFailure = (item: Decoded): boolean => item.kind === 'response' && item.outcome === 'error';

/** The method of a message; of a response, that of the request which it answers; empty where there is none. */
function methodOf({ asked }: Turn, item: Decoded): string {
  return (item.kind === 'request' || item.kind === 'notification' ? item.method : asked?.method) ?? '';
}

/** Scope and kind of a message as one number. */
function planGroup({ bit, index, facts }: Turn, item: Decoded): number {
  const scope = TRANSPORTS.indexOf(facts.transport) * REVISION_RANGE + bit;
  const kind = isFailure(item) ? FAILED : KINDS.indexOf(item.kind);
  return (2 * scope + (index === undefined ? 0 : 1)) * KINDS.length + kind;
}

const TRANSPORTS: readonly (RuleTransport | undefined)[] = [undefined, 'stdio', 'streamable-http', 'sse'];
/** More than the sum of all bits of revisions. */
const REVISION_RANGE = 32;
const STATELESS = Object.freeze({});
/** Kinds of messages by a number; errors are apart from other responses. */
const KINDS: readonly (Decoded['kind'] | 'failure')[] = [
  'request',
  'notification',
  'response',
  'failure',
  'invalid',
  'malformed',
  'batch',
];
const FAILED = KINDS.indexOf('failure');
