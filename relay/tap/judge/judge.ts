/** Decides on each message at an armed tap: it is forwarded, waits for a person, or a rule acts on it. */
import { decodeText, setMember, type IdKey } from '#shared/jsonrpc';
import { opposite, type Direction } from '#shared/recording';
import { OpenRequests, type SeenMessage, type TapOrders, type Verdict } from '#shared/tap';
import type { Act, Arrived } from './arrived.ts';
import { apply, actionOfRule, actionOfVerdict, type Action } from './action.ts';
import { FILE, InForce, type ControllerId, type Stop } from './in-force.ts';
import { OwnRequests } from './own-requests.ts';
import { WaitingMessages, type Waiting } from './waiting.ts';

/** Prefix of ids of the tap's own requests, which no client or server uses. */
const OWN = 'lifeline-tap-';

type By = NonNullable<Act['by']>;
type How = Pick<Act, 'by' | 'rule'>;

export interface OwnMessage {
  readonly text: string;
  readonly key: number;
  /** It could not be sent: no response is expected. */
  readonly lost: () => void;
}

export class Judge {
  readonly #act: (act: Act, about?: number) => void;
  readonly #inForce = new InForce();
  readonly #waiting: WaitingMessages;
  readonly #open = new OpenRequests();
  readonly #own = new OwnRequests();
  #keys = 0;
  #ids = 0;

  /** `act` records an action on the message of this number. */
  constructor(act: (act: Act, about?: number) => void, waiting = new WaitingMessages()) {
    this.#act = act;
    this.#waiting = waiting;
  }

  /** True when it must see all messages. */
  get isArmed(): boolean {
    return !this.#inForce.isEmpty || this.#own.any;
  }

  /** True when messages are to be stopped or changed. */
  get hasOrders(): boolean {
    return !this.#inForce.isEmpty;
  }

  waits(dir: Direction): boolean {
    return this.#waiting.any(dir);
  }

  /** Replaces a controller's orders, and forwards messages that waited for removed ones. */
  orders(controllerId: ControllerId, orders: TapOrders | undefined, by: By = 'user'): void {
    const before = this.#inForce.text();
    this.#inForce.give(controllerId, orders);
    const now = this.#inForce.text();
    if (before !== now) this.#act({ act: 'armed', ...(now === undefined ? {} : { orders: now }) });
    this.#release((each) => each.controllerId === controllerId && !this.#inForce.has(controllerId, each.order), by);
  }

  gone(controllerId: ControllerId): void {
    this.orders(controllerId, undefined, 'gone');
  }

  /** Nobody can decide any more: waiting messages are forwarded; only the rules of a file stay in force, if `rules` is `stay`. */
  alone(rules: 'stay' | 'go'): void {
    for (const controllerId of this.#inForce.controllerIds)
      if (controllerId !== FILE || rules === 'go') this.gone(controllerId);
    this.#release(() => true, 'gone');
  }

  /** Their connection ends: these messages are forwarded now, or dropped. */
  ended(are: (message: Arrived) => boolean, what: 'forward' | 'drop' = 'forward'): void {
    this.#release(({ message }) => are(message), 'gone', what);
  }

  /** A person's decision on a waiting message. Gives why it can't be done. */
  verdict(key: number, verdict: Verdict): string | undefined {
    const waits = this.#waiting.get(key);
    if (!waits) return 'the message is no longer waiting';
    const action = actionOfVerdict(verdict);
    if (action.do === 'repeat' && waits.message.isOnce) return 'the body of a response can’t be sent more than once';
    if (action.do === 'delay') this.#waiting.again(key, action.ms, () => this.#late(key, { by: 'user' }));
    else {
      const waiting = this.#waiting.take(key);
      if (waiting) this.#apply(action, waiting, { by: 'user' });
    }
    return undefined;
  }

  /**
   * The text of a message of the tap's own as it goes out in this direction, and its number. A request gets an id by which its response
   * is known; one that could not be sent is `lost`. A word on what is wrong with one that can't be sent.
   */
  own(dir: Direction, text: string): OwnMessage | string {
    const decoded = decodeText(text);
    if (decoded.kind === 'batch')
      return 'a batch can’t be sent: its responses can’t be distinguished from the client’s';
    const key = ++this.#keys;
    if (decoded.kind !== 'request') return { text, key, lost: () => undefined };
    const id = `${OWN}${++this.#ids}`;
    const asked = `s:${id}` as IdKey;
    this.#own.add(dir, asked);
    const lost = (): void => void this.#own.delete(dir, asked);
    return { text: setMember(text, 'id', JSON.stringify(id)), key, lost };
  }

  /** A response to the tap itself came: its request is no longer open. */
  tookOwn(dir: Direction, bytes: Buffer): void {
    const decoded = decodeText(bytes.toString());
    if (decoded.kind === 'response' && decoded.key !== undefined) this.#own.delete(opposite(dir), decoded.key);
  }

  /** The action on a message, to be called once earlier ones were forwarded; undefined when it is forwarded. Throws only before anything is done. */
  judge(message: Arrived): (() => void) | undefined {
    const { dir, bytes, scopes } = message;
    if (this.#inForce.isEmpty && !bytes.includes(OWN)) return undefined;
    const text = bytes.toString();
    const decoded = decodeText(text);
    const seen = this.#open.see(dir, decoded, text, bytes.length, scopes);
    if (this.#isForTap(dir, seen))
      return () => {
        message.received();
        message.consumed();
        message.settled();
      };
    for (const [controllerId, order] of this.#inForce.rulesFor(seen)) {
      const { act, name } = order.rule;
      const action = actionOfRule(act, bytes, text, decoded);
      if (!action) continue;
      order.taken();
      return () => this.#byRule(message, action, { controllerId, order }, name);
    }
    const stop = this.#inForce.stopFor(seen);
    return stop && (() => this.#hold(message, stop));
  }

  /** True for a response to a request of the tap's own, which is not forwarded. */
  #isForTap(dir: Direction, [seen, ...others]: readonly SeenMessage[]): boolean {
    if (seen?.kind !== 'response' || seen.key === undefined || others.length > 0) return false;
    return this.#own.delete(opposite(dir), seen.key);
  }

  #byRule(message: Arrived, action: Action, by: Pick<Waiting, 'controllerId' | 'order'>, rule: string): void {
    const key = ++this.#keys;
    message.received(key);
    const waiting: Waiting = { key, message, ...by, since: performance.now() };
    const how = { by: 'rule', rule } as const;
    if (action.do === 'delay') this.#wait(waiting, action.ms, () => this.#late(key, how));
    else this.#apply(action, waiting, how);
  }

  #hold(message: Arrived, { controllerId, when, limit }: Stop): void {
    const key = ++this.#keys;
    message.received(key);
    this.#act({ act: 'hold', rule: when, ms: limit }, key);
    this.#wait({ key, message, controllerId, order: when, since: performance.now() }, limit, () =>
      this.#release((each) => each.key === key, 'limit'),
    );
  }

  #wait(waiting: Waiting, ms: number, over: () => void): void {
    for (const each of this.#waiting.add(waiting, ms, over)) this.#apply({ do: 'forward' }, each, { by: 'limit' });
  }

  #late(key: number, how: How): void {
    const waiting = this.#waiting.take(key);
    if (!waiting) return;
    this.#act({ act: 'delay', ...how, ms: Math.round(performance.now() - waiting.since) }, key);
    waiting.message.pass(key);
    waiting.message.settled();
  }

  #release(are: (waiting: Waiting) => boolean, by: By, what: 'forward' | 'drop' = 'forward'): void {
    for (const each of this.#waiting.takeThose(are))
      try {
        this.#apply({ do: what }, each, { by });
      } catch {
        // The others are forwarded all the same.
      }
  }

  #apply(action: Exclude<Action, { readonly do: 'delay' }>, { key, message }: Waiting, how: How): void {
    try {
      apply(action, key, message, (act) => this.#act({ ...act, ...how }, key));
    } finally {
      message.settled();
    }
  }
}
