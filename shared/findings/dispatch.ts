/** Which judge sees what: tables made once, so that an event costs only those who ask for it. */
import type { Decoded } from '#shared/jsonrpc';
import type { Judge } from './judge.ts';
import type { Rule, RuleTransport } from './rule.ts';
import type { JudgeStates } from './state.ts';
import type { Turn } from './turn.ts';

type Call = (turn: Turn, what: never, state: object) => void;
interface Seer {
  /** Of the judge, among all. */
  readonly index: number;
  readonly see: Call;
  /** It is given the answer with the request that it answers. */
  readonly answer: boolean;
}
type Methods = 'requests' | 'notifications' | 'answers';
/** What judges are asked about beside messages. */
type Kinds = 'payload' | 'each' | 'http' | 'sse' | 'body' | 'process' | 'stderr' | 'timeout' | 'connection';

/** Hands events to those of some judges who ask for them. */
export class Dispatch {
  readonly #judges: readonly Judge[];
  readonly #kinds = new Map<Kinds, readonly Seer[]>();
  /** Methods that somebody asks for by name. */
  readonly #named: ReadonlySet<string>;
  /** Who is asked about a message, in order: by its kind, transport and revision, then by its method. */
  readonly #plans: Map<string, readonly Seer[]>[] = [];

  constructor(judges: readonly Judge[]) {
    this.#judges = judges;
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

  /** Hand an event to those who ask for its kind. */
  kind(kind: Kinds, turn: Turn, what: unknown, states: JudgeStates): void {
    let seers = this.#kinds.get(kind);
    if (!seers) this.#kinds.set(kind, (seers = this.#seers(kind)));
    for (const { index, see } of seers) see(turn, what as never, states[index] ?? STATELESS);
  }

  /** Hand a message, or an item of a batch, to those who ask for it and have a rule that can hold for it. */
  message(turn: Turn, item: Decoded, states: JudgeStates): void {
    const { asked } = turn;
    let answer: object | undefined;
    for (const seer of this.#planOf(turn, item)) {
      if (seer.answer) answer ??= { ...item, to: asked };
      seer.see(turn, (seer.answer ? answer : item) as never, states[seer.index] ?? STATELESS);
    }
  }

  #planOf({ bit, asked, index, scene }: Turn, item: Decoded): readonly Seer[] {
    const { kind } = item;
    const failed = kind === 'response' && item.outcome === 'error';
    const held = TRANSPORTS.indexOf(scene.transport) * MOST_BITS + bit;
    const place = (2 * held + (index === undefined ? 0 : 1)) * KINDS.length + (failed ? FAILED : KINDS.indexOf(kind));
    const plans = (this.#plans[place] ??= new Map());
    const said = kind === 'request' || kind === 'notification' ? item.method : asked?.method;
    const method = said !== undefined && this.#named.has(said) ? said : '';
    let plan = plans.get(method);
    if (!plan)
      plans.set(
        method,
        (plan = this.#plan({ bit, whole: index === undefined, transport: scene.transport }, item, method)),
      );
    return plan;
  }

  #plan(held: Held, item: Decoded, method: string): readonly Seer[] {
    const general = (kind: keyof Judge): readonly Seer[] => this.#seers(kind).filter((seer) => this.#holds(seer, held));
    const named = (kind: Methods): readonly Seer[] =>
      this.#judges.flatMap((judge, index) => {
        const see = judge[kind]?.[method];
        return see ? [{ index, see: see as Call, answer: kind === 'answers' }] : [];
      });
    const own = {
      request: () => [...general('request'), ...named('requests')],
      notification: () => [...general('notification'), ...named('notifications')],
      response: () => [
        ...general('response'),
        ...(item.kind === 'response' && item.outcome === 'error' ? general('failure') : []),
        ...named('answers'),
      ],
    };
    const more = item.kind in own ? own[item.kind as keyof typeof own]() : general('other');
    return [...(held.whole ? general('payload') : []), ...general('message'), ...more, ...general('last')];
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
const MOST_BITS = 32;
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
