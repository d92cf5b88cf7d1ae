/** What a person orders a tap to do from this page, and the texts that are being written. One for each session. */
import { parsedJson } from '#shared/jsonrpc';
import { textOf } from '#shared/recording';
import { USUAL_LIMIT, wrongCommand, type TapCommand, type TapOrders, type Verdict } from '#shared/tap';
import { slot } from '../session/slot.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

/** A text that is written in the place of a waiting message: what goes on, or the response that its sender gets. */
interface Writing {
  readonly at: number;
  readonly as: 'edit' | 'answer';
}

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

class TapDesk {
  readonly #view: SessionView;
  #orders: TapOrders = $state.raw({ breakpoints: [], rules: [], limit: USUAL_LIMIT });
  writing: Writing | undefined = $state.raw();
  text = $state('');
  /** The rules as text, where they are being written. */
  rulesText: string | undefined = $state();
  wrong = $state('');
  condition = $state('');
  injected = $state('');
  injectTo: 'server' | 'client' = $state('client');
  /** The waiting message that was chosen. */
  chosen: number | undefined = $state();

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

  breakOn(when: string): void {
    const text = when.trim();
    if (text === '' || this.#orders.breakpoints.some((each) => each.when === text)) return;
    if (this.#order({ ...this.#orders, breakpoints: [...this.#orders.breakpoints, { when: text }] }))
      this.condition = '';
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
    if (this.#order({ ...this.#orders, rules: rules as TapOrders['rules'] })) this.rulesText = undefined;
  }

  decide(at: number, verdict: Verdict): void {
    this.#tell({ type: 'verdict', at, verdict });
    if (this.writing?.at === at) this.writing = undefined;
  }
  /** Begin to write what goes on in the place of a message, or what its sender gets. */
  write(at: number, as: Writing['as']): void {
    const event = this.#view.event(at);
    const decoded = this.#view.log.decoded(at);
    const id = decoded?.kind === 'request' ? decoded.id : null;
    this.text =
      as === 'edit'
        ? event?.k === 'message'
          ? textOf(event)
          : ''
        : JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: '' }] } }, null, 2);
    this.writing = { at, as };
  }
  /** Send what was written; a message is one line, so that white space between its values becomes one. */
  submit(): void {
    if (!this.writing) return;
    const { at, as } = this.writing;
    this.decide(at, { do: as, text: oneLine(this.text) });
  }
  inject(): void {
    this.#tell({ type: 'inject', to: this.injectTo, text: oneLine(this.injected) });
  }

  #order(orders: TapOrders): boolean {
    const [wrong] = wrongCommand({ type: 'orders', orders }, []);
    this.wrong = wrong?.why ?? '';
    if (wrong) return false;
    this.#orders = orders;
    this.#tell({ type: 'orders', orders });
    return true;
  }
  #tell(command: TapCommand): void {
    this.#view.source.tap?.(command);
  }
}

/** Line ends between values of a JSON text are white space; in a text that is none they would end the message too early. */
const oneLine = (text: string): string => text.replace(/\r?\n\s*/g, ' ').trim();

export const deskOf = slot((view: SessionView) => new TapDesk(view));
