/** Finds the recorded call that a live message repeats. */
import { askedParts, nearest, groupByKey, Taken } from '#shared/compare';
import { EXACT_MATCH, type ClientCall, type MockCall, type MockMatch } from './types.ts';

/** Requests whose parameters name the client and not what is asked: any recorded one will do. */
const BY_METHOD: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

/** The recorded calls by what they ask: made once, however many clients there are. */
export class CallIndex {
  /** The calls that have to come one after the other; undefined where they may come in any order. */
  readonly sequence: readonly MockCall[] | undefined;
  readonly #by: MockMatch['by'];
  readonly #byKey: ReadonlyMap<string, readonly MockCall[]>;
  readonly #byNameKey: ReadonlyMap<string, readonly MockCall[]>;
  readonly #byLooseKey: ReadonlyMap<string, readonly MockCall[]>;
  readonly #byMethod: ReadonlyMap<string, readonly MockCall[]>;

  constructor(calls: readonly MockCall[], match: MockMatch = EXACT_MATCH) {
    this.#by = match.by;
    this.sequence = match.sequence ? calls.filter(isOrdered) : undefined;
    this.#byKey = groupByKey(calls, ({ key }) => key);
    this.#byNameKey = groupByKey(calls, ({ nameKey }) => nameKey);
    this.#byLooseKey = groupByKey(calls, ({ looseKey }) => looseKey);
    this.#byMethod = groupByKey(calls, ({ kind, method }) => (kind === 'request' ? method : undefined));
  }

  /** Recorded calls that ask the same, in their order; undefined when there is none. */
  equal(call: ClientCall): readonly MockCall[] | undefined {
    const beginnings = this.beginnings(call);
    if (beginnings) return beginnings;
    if (this.#by === 'name') return this.#byNameKey.get(call.nameKey);
    return this.#byKey.get(call.key) ?? this.#byLooseKey.get(call.looseKey);
  }

  fits(call: ClientCall, recorded: MockCall): boolean {
    if (this.#by === 'name') return call.nameKey === recorded.nameKey;
    return call.key === recorded.key || call.looseKey === recorded.looseKey;
  }

  /** Recorded requests of the same method, when it is one with which a client begins. */
  beginnings({ kind, method = '' }: Pick<ClientCall, 'kind' | 'method'>): readonly MockCall[] | undefined {
    return kind === 'request' && BY_METHOD.has(method) ? this.#byMethod.get(method) : undefined;
  }

  nearest({ method = '', params }: ClientCall): MockCall | undefined {
    return nearest(this.#byMethod.get(method) ?? [], params, (call) => askedParts(call.params));
  }
}

/** How far one client has come: equal calls are answered in their order. */
export class ClientProgress {
  readonly #index: CallIndex;
  readonly #taken = new Taken<MockCall>();
  /** How many of a sequence have come. */
  #place = 0;

  constructor(index: CallIndex) {
    this.#index = index;
  }

  /** The recorded call that a live one repeats: in order, from then on the last. A client that begins once more starts over. */
  find(call: ClientCall): MockCall | undefined {
    const beginnings = this.#index.beginnings(call);
    if (beginnings && !this.#taken.next(beginnings)) this.#beginAnew();
    if (this.#index.sequence && isOrdered(call)) return this.#inOrder(call);
    const equal = this.#index.equal(call);
    return equal && this.#taken.take(equal, true);
  }

  /** The call that a sequence goes on with; undefined at its end, and where there is none. */
  get due(): MockCall | undefined {
    return this.#index.sequence?.[this.#place];
  }

  /** True when the recorded client went on to send `initialize` once more than this one has. */
  get beginsAgain(): boolean {
    const beginnings = this.#index.beginnings({ kind: 'request', method: 'initialize' }) ?? [];
    return this.#taken.next(beginnings) !== undefined;
  }

  #inOrder(call: ClientCall): MockCall | undefined {
    const { due } = this;
    if (!due || !this.#index.fits(call, due)) return undefined;
    this.#place++;
    return due;
  }

  #beginAnew(): void {
    this.#taken.clear();
    this.#place = 0;
  }
}

/** True for what has a place in a sequence. A client may begin, ping, and notify when it likes. */
export const isOrdered = ({ kind, method = '' }: Pick<ClientCall, 'kind' | 'method'>): boolean =>
  kind === 'batch' || (kind === 'request' && method !== 'ping' && !BY_METHOD.has(method));
