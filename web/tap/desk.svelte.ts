/** What a person orders a tap to do from this page, and the texts that are being written. One for each session. */
import { formatJson, parsedJson, type IdKey } from '#shared/jsonrpc';
import { textOf } from '#shared/recording';
import { parseCondition, USUAL_LIMIT, wrongCommand, type TapCommand, type TapOrders, type Verdict } from '#shared/tap';
import { slot } from '../session/slot.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

/** A text that is written in the place of a waiting message: what goes on, or the response that its sender gets. */
interface Writing {
  readonly at: number;
  readonly as: 'edit' | 'answer';
  /** The text that it began with. */
  readonly from: string;
}

/** What is wrong with the rules as they are written. */
export type WrongRules = 'no-json' | { readonly at: string; readonly why: string };

/** Messages that people send from a tap, by their names. */
export const INJECTED: { readonly [name: string]: { readonly to: 'server' | 'client'; readonly message: object } } = {
  'list-changed': { to: 'client', message: { method: 'notifications/tools/list_changed' } },
  sampling: {
    to: 'client',
    message: {
      id: 'lifeline-1',
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }], maxTokens: 100 },
    },
  },
  'ping-client': { to: 'client', message: { id: 'lifeline-2', method: 'ping' } },
  'ping-server': { to: 'server', message: { id: 'lifeline-3', method: 'ping' } },
};

const NO_ORDERS: TapOrders = { breakpoints: [], rules: [], limit: USUAL_LIMIT };

class TapDesk {
  readonly #view: SessionView;
  #orders: TapOrders = $state.raw(NO_ORDERS);
  writing: Writing | undefined = $state.raw();
  text = $state('');
  /** The rules as text, where they are being written. */
  rulesText: string | undefined = $state();
  wrong: WrongRules | undefined = $state.raw();
  condition = $state('');
  /** It was tried to add the condition as it is. */
  tried = $state(false);
  injected = $state('');
  injectTo: 'server' | 'client' = $state('client');
  /** The waiting message that the person looks at: nothing is done with another one in its place. */
  chosen: number | undefined = $state();
  /** What was decided about messages, by their events: what waits still may have been, for the tap has to hear of it. */
  #decided: ReadonlySet<number> = $state.raw(new Set());
  /** Messages that go on late, by their events: when, in milliseconds since 1970. */
  #late: ReadonlyMap<number, number> = $state.raw(new Map());

  constructor(view: SessionView) {
    this.#view = view;
  }

  /** What this page had the tap stop and change. */
  get orders(): TapOrders {
    return this.#orders;
  }
  /** The tap can be told something. Reactive. */
  get reachable(): boolean {
    return this.#view.source.tap !== undefined;
  }

  /** Add a breakpoint; one that can't be judged stays where it is typed. */
  breakOn(when: string): void {
    const text = when.trim();
    this.tried = true;
    if (text === '' || parseCondition(text).unknown.length > 0) return;
    const known = this.breaksOn(text);
    if (known || this.#order({ ...this.#orders, breakpoints: [...this.#orders.breakpoints, { when: text }] })) {
      this.condition = '';
      this.tried = false;
    }
  }
  breaksOn(when: string): boolean {
    return this.#orders.breakpoints.some((each) => each.when === when);
  }
  remove(when: string): void {
    this.#order({ ...this.#orders, breakpoints: this.#orders.breakpoints.filter((each) => each.when !== when) });
  }
  waitFor(seconds: number): void {
    if (Number.isFinite(seconds) && seconds >= 1) this.#order({ ...this.#orders, limit: Math.round(seconds * 1000) });
  }
  /** Put the written rules into force, if they are rules. */
  applyRules(): void {
    const rules = parsedJson(this.rulesText ?? '[]');
    if (rules === undefined) this.wrong = 'no-json';
    else if (this.#order({ ...this.#orders, rules: rules as TapOrders['rules'] })) this.rulesText = undefined;
  }
  /** A tap lets go of the orders of a page that it lost: reached again, it gets them again. */
  orderAgain(): void {
    if (this.#orders !== NO_ORDERS) this.#tell({ type: 'orders', orders: this.#orders });
  }

  decide(at: number, verdict: Verdict): void {
    this.#tell({ type: 'verdict', at, verdict });
    if (verdict.do === 'delay') this.#late = new Map([...this.#late, [at, Date.now() + verdict.ms]]);
    // A repetition may be refused, and then waits on.
    else if (verdict.do !== 'repeat') this.#decided = new Set([...this.#decided, at]);
    if (this.writing?.at === at) this.writing = undefined;
    if (this.chosen === at) this.chosen = undefined;
  }
  isDecided(at: number): boolean {
    return this.#decided.has(at);
  }
  /** When a message goes on late, in milliseconds since 1970. */
  lateAt(at: number): number | undefined {
    return this.#late.get(at);
  }
  /** Begin to write what goes on in the place of a message, or what its sender gets. */
  write(at: number, as: Writing['as']): void {
    const event = this.#view.event(at);
    const decoded = this.#view.log.decoded(at);
    if (as === 'edit') this.text = event?.k === 'message' ? laidOut(textOf(event)) : '';
    else this.text = responseTo(decoded?.kind === 'request' ? decoded.key : undefined);
    this.writing = { at, as, from: this.text };
  }
  /** Send what was written; a message is one line, so that white space between its values becomes one. */
  submit(): void {
    if (!this.writing) return;
    const { at, as } = this.writing;
    this.decide(at, as === 'edit' && this.isUntouched ? { do: 'forward' } : { do: as, text: oneLine(this.text) });
  }
  /** Nothing was written yet of what is being written. */
  get isUntouched(): boolean {
    return this.writing !== undefined && this.text === this.writing.from;
  }
  /** Let go of a text whose message went on without it. */
  dismiss(): void {
    this.writing = undefined;
    this.chosen = undefined;
  }
  inject(): void {
    this.#tell({ type: 'inject', to: this.injectTo, text: oneLine(this.injected) });
  }

  #order(orders: TapOrders): boolean {
    const [wrong] = wrongCommand({ type: 'orders', orders }, []);
    this.wrong = wrong && { at: wrong.at.slice(1).join('/'), why: wrong.why };
    if (wrong) return false;
    this.#orders = orders;
    this.#tell({ type: 'orders', orders });
    return true;
  }
  #tell(command: TapCommand): void {
    this.#view.source.tap?.(command);
  }
}

/** JSON over lines, to be read and changed; what is none stays as it is. */
const laidOut = (text: string): string => (parsedJson(text) === undefined ? text : formatJson(text));

/** Line ends between values of a JSON text are white space; in a text that is none they would end the message too early. */
const oneLine = (text: string): string => text.replace(/\r?\n\s*/g, ' ').trim();

/** The text of a response to begin with. The id is as it was written: a number may be too long for a double. */
function responseTo(key: IdKey | undefined): string {
  const id = key === undefined ? 'null' : key.startsWith('s:') ? JSON.stringify(key.slice(2)) : key.slice(2);
  const result = JSON.stringify({ content: [{ type: 'text', text: '' }] }, null, 2).replaceAll('\n', '\n  ');
  return `{\n  "jsonrpc": "2.0",\n  "id": ${id},\n  "result": ${result}\n}`;
}

export const deskOf = slot((view: SessionView) => new TapDesk(view));
