/** Finds the recorded call that a live message repeats. */
import { likeness } from '#shared/compare';
import { leavesOf } from './key.ts';
import type { ClientCall, MockCall } from './types.ts';

/** Requests whose parameters name the client and not what is asked: any recorded one will do. */
const BY_METHOD: ReadonlySet<string> = new Set(['initialize', 'server/discover']);
/** Calls of one method among which the nearest is looked for. */
const MOST_COMPARED = 1000;

/** The recorded calls by what they ask: made once, however many clients there are. */
export class CallIndex {
  readonly #byKey = new Map<string, MockCall[]>();
  readonly #byLooseKey = new Map<string, MockCall[]>();
  readonly #byMethod = new Map<string, MockCall[]>();

  constructor(calls: readonly MockCall[]) {
    for (const call of calls) {
      push(this.#byKey, call.key, call);
      push(this.#byLooseKey, call.looseKey, call);
      if (call.kind === 'request' && call.method !== undefined) push(this.#byMethod, call.method, call);
    }
  }

  /** Recorded calls that ask the same, in their order; undefined when there is none. */
  equal(call: ClientCall): readonly MockCall[] | undefined {
    return this.beginnings(call) ?? this.#byKey.get(call.key) ?? this.#byLooseKey.get(call.looseKey);
  }

  /** Recorded requests of the same method, when it is one with which a client begins. */
  beginnings({ kind, method = '' }: Pick<ClientCall, 'kind' | 'method'>): readonly MockCall[] | undefined {
    return kind === 'request' && BY_METHOD.has(method) ? this.#byMethod.get(method) : undefined;
  }

  /** The recorded request of the same method that is most alike. */
  nearest({ method, params }: ClientCall): MockCall | undefined {
    const wanted = leavesOf(params);
    let best: MockCall | undefined;
    let most = -1;
    for (const call of (this.#byMethod.get(method ?? '') ?? []).slice(0, MOST_COMPARED)) {
      const alike = likeness(leavesOf(call.params), wanted);
      if (alike <= most) continue;
      most = alike;
      best = call;
    }
    return best;
  }
}

/** How far one client has come: equal calls are answered in their order. */
export class Course {
  readonly #index: CallIndex;
  /** How often each list of equal calls was asked for. */
  readonly #asked = new Map<readonly MockCall[], number>();

  constructor(index: CallIndex) {
    this.#index = index;
  }

  /**
   * The recorded call that a live one repeats: equal ones in their order, the last of them again from then on. A client that
   * begins once more than the recorded one did is a new one, for whom everything starts at the first again.
   */
  find(call: ClientCall): MockCall | undefined {
    const beginnings = this.#index.beginnings(call);
    if (beginnings && this.#times(beginnings) >= beginnings.length) this.#asked.clear();
    const equal = this.#index.equal(call);
    if (!equal) return undefined;
    const index = this.#times(equal);
    this.#asked.set(equal, index + 1);
    return equal[Math.min(index, equal.length - 1)];
  }

  /** True when the recorded client went on to send `initialize` once more than this one has. */
  get beginsAgain(): boolean {
    const beginnings = this.#index.beginnings({ kind: 'request', method: 'initialize' }) ?? [];
    return this.#times(beginnings) < beginnings.length;
  }

  #times(equal: readonly MockCall[]): number {
    return this.#asked.get(equal) ?? 0;
  }
}

function push(map: Map<string, MockCall[]>, key: string, call: MockCall): void {
  const list = map.get(key);
  if (list) list.push(call);
  else map.set(key, [call]);
}
