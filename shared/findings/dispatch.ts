/** Which judge sees what: tables made once, so that an event costs only those who ask for it. */
import type { Decoded, DecodedResponse } from '#shared/jsonrpc';
import type { WireEvent } from '#shared/recording';
import type { Answer, ByName, General, Judge } from './judge.ts';
import { aboutOf, traitsOf, type Call, type Plan, type Seer } from './plan.ts';
import type { Rule, RuleTransport } from './rule.ts';
import type { Asked } from './scene.ts';
import { isAgreed } from './settled.ts';
import type { FindingsState, JudgeStates } from './state.ts';
import type { Turn } from './turn.ts';

/** What judges are asked about beside messages. */
type Kinds = 'batch' | 'payload' | 'http' | 'sse' | 'body' | 'process' | 'stderr' | 'timeout' | 'connection' | 'gap';

/** Hands events to those of some judges who ask for them. */
export class Dispatch {
  readonly #judges: readonly Judge[];
  readonly #kinds = new Map<Kinds, readonly Seer[]>();
  /** Who sees every event, by transport. */
  readonly #each: ReadonlyMap<RuleTransport | undefined, readonly Seer[]>;
  /** Methods that somebody asks for by name. */
  readonly #named: ReadonlySet<string>;
  /** By kind, transport and revision of a message, then by its method, then by its traits. */
  readonly #plans: Map<string, Plan[]>[] = [];
  #made = 0;

  constructor(judges: readonly Judge[]) {
    this.#judges = judges;
    const each = this.#seers('each');
    this.#each = new Map(
      TRANSPORTS.map((transport) => [
        transport,
        each.filter((seer) => this.#holds(seer, { bit: 0, whole: true, transport })),
      ]),
    );
    this.#named = new Set(
      judges.flatMap(({ requests = {}, notifications = {}, answers = {} }) =>
        [requests, notifications, answers].flatMap((each) => Object.keys(each)),
      ),
    );
  }

  /** The states of the judges before the first event. */
  states(): JudgeStates {
    return this.#judges.map(({ init }) => init?.() ?? {});
  }

  /** Hand any event to those who ask for every one, and have a rule that can hold on its transport. */
  each(turn: Turn, event: WireEvent, states: JudgeStates): void {
    for (const { index, see } of this.#each.get(turn.scene.transport) ?? [])
      see(turn, event as never, states[index] ?? STATELESS);
  }

  /** Hand an event to those who ask for its kind. */
  kind(kind: Kinds, turn: Turn, what: unknown, states: JudgeStates): void {
    let seers = this.#kinds.get(kind);
    if (!seers) this.#kinds.set(kind, (seers = this.#seers(kind)));
    for (const { index, see } of seers) see(turn, what as never, states[index] ?? STATELESS);
  }

  /** Hand a message, or an item of a batch, to those who ask for it and have a rule that can hold for it. */
  message(turn: Turn, item: Decoded, { judges, scene, settled }: FindingsState): void {
    const { asked } = turn;
    const plan = this.#planOf(turn, item);
    const steady = plan.rest.length < plan.all.length && isAgreed(settled, scene);
    const again = steady && settled.plans.has(plan.id);
    const said = turn.said;
    const answer = plan.answers && item.kind === 'response' && asked ? answerOf(item, asked) : item;
    for (const seer of again ? plan.rest : plan.all)
      seer.see(turn, (seer.answer ? answer : item) as never, judges[seer.index] ?? STATELESS);
    if (steady && !again && turn.said === said) settled.plans.add(plan.id);
  }

  #planOf(turn: Turn, item: Decoded): Plan {
    const { bit, asked, index, scene } = turn;
    const { kind } = item;
    const failed = kind === 'response' && item.outcome === 'error';
    const held = TRANSPORTS.indexOf(scene.transport) * REVISION_RANGE + bit;
    const place = (2 * held + (index === undefined ? 0 : 1)) * KINDS.length + (failed ? FAILED : KINDS.indexOf(kind));
    const byMethod = (this.#plans[place] ??= new Map());
    const said = kind === 'request' || kind === 'notification' ? item.method : asked?.method;
    const traits = traitsOf(turn, item);
    const known = byMethod.get(said ?? '')?.[traits];
    if (known) return known;
    const method = said !== undefined && this.#named.has(said) ? said : '';
    const plans = byMethod.get(method) ?? [];
    byMethod.set(method, plans);
    return (plans[traits] ??= this.#plan(
      { bit, whole: index === undefined, transport: scene.transport },
      item,
      method,
      traits,
    ));
  }

  #plan(held: Held, item: Decoded, method: string, traits: number): Plan {
    const { kind } = item;
    const failed = kind === 'response' && item.outcome === 'error';
    const about = aboutOf(traits, method, held.bit, failed);
    const steady = new Set<Seer>();
    const general = (handler: keyof Judge): readonly Seer[] =>
      this.#seers(handler).filter((seer) => {
        const { among, steady: same } = this.#judges[seer.index] ?? {};
        const name = handler as General;
        if (!this.#holds(seer, held) || among?.[name]?.(about) === false) return false;
        if (about.sound && method !== '' && same?.[name]?.(about)) steady.add(seer);
        return true;
      });
    const named = (methods: ByName): readonly Seer[] =>
      this.#judges.flatMap((judge, index) => {
        const see = judge[methods]?.[method];
        if (!see || judge.among?.[methods]?.(about) === false) return [];
        const seer = { index, see: see as Call, answer: methods === 'answers' };
        // One that keeps something may need it for a later message of another revision.
        return judge.init || this.#holds(seer, held) ? [seer] : [];
      });
    const own = {
      request: () => [...general('request'), ...named('requests')],
      notification: () => [...general('notification'), ...named('notifications')],
      response: () => [...general('response'), ...(failed ? general('failure') : []), ...named('answers')],
    };
    const more = kind in own ? own[kind as keyof typeof own]() : general('other');
    const all = [...(held.whole ? general('payload') : []), ...general('message'), ...more, ...general('last')];
    const answers = all.some(({ answer }) => answer);
    return { id: this.#made++, answers, all, rest: all.filter((seer) => !steady.has(seer)) };
  }

  #seers(kind: keyof Judge): readonly Seer[] {
    return this.#judges.flatMap((judge, index) => {
      const see = judge[kind];
      return typeof see === 'function' ? [{ index, see: see as Call, answer: false }] : [];
    });
  }

  /** What has no known revision or transport is handed to every judge. */
  #holds({ index }: Seer, { bit, transport }: Held): boolean {
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
interface Held {
  /** Of its revision. */
  readonly bit: number;
  readonly transport: RuleTransport | undefined;
  /** It is no item of a batch. */
  readonly whole: boolean;
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
