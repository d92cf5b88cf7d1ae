/** Which judge sees what: tables made once, so that an event costs only those who ask for it. */
import type { Judge } from './judge.ts';
import type { Turn } from './turn.ts';

type Call = (turn: Turn, what: never, state: object) => void;
interface Seer {
  readonly name: string;
  readonly see: Call;
}
type Kinds = Exclude<keyof Judge, 'name' | 'rules' | 'init' | 'requests' | 'notifications' | 'answers'>;
type Methods = 'requests' | 'notifications' | 'answers';
const STATELESS = Object.freeze({});

/** Hands events to those of some judges who ask for them. */
export class Dispatch {
  readonly #kinds = new Map<Kinds, readonly Seer[]>();
  readonly #methods = new Map<string, readonly Seer[]>();
  readonly #judges: readonly Judge[];

  constructor(judges: readonly Judge[]) {
    this.#judges = judges;
    for (const judge of judges) this.#enter(judge);
  }

  /** The states of the judges before the first event. */
  states(): { readonly [name: string]: object } {
    return Object.fromEntries(this.#judges.flatMap(({ name, init }) => (init ? [[name, init()]] : [])));
  }

  /** Hand an event or message to those who ask for its kind. */
  kind(kind: Kinds, turn: Turn, what: unknown, states: { readonly [name: string]: object }): void {
    const seers = this.#kinds.get(kind);
    if (seers) call(seers, turn, what, states);
  }

  /** Hand a message to those who ask for its method. */
  method(kind: Methods, method: string, turn: Turn, what: unknown, states: { readonly [name: string]: object }): void {
    const seers = this.#methods.get(`${kind} ${method}`);
    if (seers) call(seers, turn, what, states);
  }

  #enter({ name, rules: _, init: __, requests = {}, notifications = {}, answers = {}, ...kinds }: Judge): void {
    for (const [kind, see] of Object.entries(kinds)) this.#add(this.#kinds, kind as Kinds, { name, see: see as Call });
    for (const [kind, table] of Object.entries({ requests, notifications, answers }))
      for (const [method, see] of Object.entries(table))
        this.#add(this.#methods, `${kind} ${method}`, { name, see: see as Call });
  }

  #add<Key>(table: Map<Key, readonly Seer[]>, key: Key, seer: Seer): void {
    table.set(key, [...(table.get(key) ?? []), seer]);
  }
}

function call(seers: readonly Seer[], turn: Turn, what: unknown, states: { readonly [name: string]: object }): void {
  for (const { name, see } of seers) see(turn, what as never, states[name] ?? STATELESS);
}
