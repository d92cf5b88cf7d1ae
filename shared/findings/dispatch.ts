/** Which judge sees what: tables made once, so that an event costs only those who ask for it. */
import type { Judge } from './judge.ts';
import type { JudgeStates } from './state.ts';
import type { Turn } from './turn.ts';

type Call = (turn: Turn, what: never, state: object) => void;
interface Seer {
  /** Of the judge, among all. */
  readonly index: number;
  readonly see: Call;
}
type Kinds = Exclude<keyof Judge, 'name' | 'rules' | 'init' | 'requests' | 'notifications' | 'answers'>;
type Methods = 'requests' | 'notifications' | 'answers';

/** Hands events to those of some judges who ask for them. */
export class Dispatch {
  readonly #kinds: { [kind in Kinds]?: Seer[] } = {};
  readonly #methods: { readonly [kind in Methods]: Map<string, Seer[]> } = {
    requests: new Map(),
    notifications: new Map(),
    answers: new Map(),
  };
  readonly #judges: readonly Judge[];

  constructor(judges: readonly Judge[]) {
    this.#judges = judges;
    for (const [index, judge] of judges.entries()) this.#enter(index, judge);
  }

  /** The states of the judges before the first event. */
  states(): JudgeStates {
    return this.#judges.map(({ init }) => init?.() ?? {});
  }

  /** Hand an event or message to those who ask for its kind. */
  kind(kind: Kinds, turn: Turn, what: unknown, states: JudgeStates): void {
    const seers = this.#kinds[kind];
    if (seers) call(seers, turn, what, states);
  }

  /** Hand a message to those who ask for its method. */
  method(kind: Methods, method: string, turn: Turn, what: unknown, states: JudgeStates): void {
    const seers = this.#methods[kind].get(method);
    if (seers) call(seers, turn, what, states);
  }

  /** True when somebody asks for the answers to a method. */
  hears(method: string): boolean {
    return this.#methods.answers.has(method);
  }

  #enter(index: number, judge: Judge): void {
    const { name: _, rules: __, init: ___, requests = {}, notifications = {}, answers = {}, ...kinds } = judge;
    for (const [kind, see] of Object.entries(kinds))
      (this.#kinds[kind as Kinds] ??= []).push({ index, see: see as Call });
    for (const [kind, table] of Object.entries({ requests, notifications, answers }))
      for (const [method, see] of Object.entries(table)) {
        const seers = this.#methods[kind as Methods];
        seers.set(method, [...(seers.get(method) ?? []), { index, see: see as Call }]);
      }
  }
}

const STATELESS = Object.freeze({});

function call(seers: readonly Seer[], turn: Turn, what: unknown, states: JudgeStates): void {
  for (const { index, see } of seers) see(turn, what as never, states[index] ?? STATELESS);
}
