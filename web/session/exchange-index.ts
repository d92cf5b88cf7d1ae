/**
 * Finds the operations about one tool, resource or prompt, and those that the server began, without reading the whole log
 * again: every operation is looked at once, a bounded number of them in a frame.
 */
import { countBelow } from '#shared/base';
import { isObject } from '#shared/jsonrpc';
import { methodFacts } from '#shared/mcp';
import type { Operation, SessionLog } from '#shared/session';
import type { SessionView } from './session-view.svelte.ts';

/** The methods whose subject is looked up. */
const METHODS: readonly string[] = [
  'tools/call',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/get',
];
/** Methods of which the latest request matters, whatever it is about. */
const LATEST: readonly string[] = ['logging/setLevel', 'server/discover'];
/** Milliseconds a frame may spend on reading requests. */
const BUDGET = 6;
/** Operations given out at once. */
const MOST = 100;

export class ExchangeIndex {
  readonly #log: SessionLog;
  readonly #bySubject = new Map<string, number[]>();
  readonly #fromServer: number[] = [];
  #next = 0;

  constructor(log: SessionLog) {
    this.#log = log;
  }

  /** Read operations that were not read before. Gives true when there are more than fit into this frame. */
  advance(now: () => number): boolean {
    const until = now() + BUDGET;
    for (; this.#next < this.#log.operations.length; this.#next++) {
      const operation = this.#log.operations[this.#next];
      if (!operation) continue;
      if (operation.dir === 's2c') this.#fromServer.push(this.#next);
      else if (operation.method !== undefined && LATEST.includes(operation.method)) this.#put(`${operation.method} `);
      else if (operation.method !== undefined && METHODS.includes(operation.method)) {
        const subject = this.#subject(operation);
        if (subject !== undefined) this.#put(`${operation.method} ${subject}`);
        if (now() > until) {
          this.#next++;
          return this.#next < this.#log.operations.length;
        }
      }
    }
    return false;
  }

  /** The latest operations about this subject whose request is among the first `shown` events, oldest first. */
  about(method: string, subject: string, shown: number): Operation[] {
    return this.#latest(this.#bySubject.get(`${method} ${subject}`) ?? [], shown, MOST);
  }

  /** The latest request of a method for which that is kept, among the first `shown` events. */
  latest(method: string, shown: number): Operation | undefined {
    return this.about(method, '', shown).at(-1);
  }

  /** The latest requests of the server among the first `shown` events, oldest first. */
  fromServer(shown: number, most = MOST): Operation[] {
    return this.#latest(this.#fromServer, shown, most);
  }

  #latest(indices: readonly number[], shown: number, most: number): Operation[] {
    const operations = this.#log.operationsAsOf(shown - 1);
    const end = countBelow(indices, operations.length);
    return indices.slice(Math.max(0, end - most), end).flatMap((index) => operations.at(index) ?? []);
  }

  #put(key: string): void {
    const known = this.#bySubject.get(key);
    if (known) known.push(this.#next);
    else this.#bySubject.set(key, [this.#next]);
  }

  #subject(operation: Operation): string | undefined {
    const params = requestParams(this.#log, operation);
    const name = methodFacts(operation.method ?? '')?.subject;
    const subject = isObject(params) && name !== undefined ? params[name] : undefined;
    return typeof subject === 'string' ? subject : undefined;
  }
}

/** Parameters of the request that began an operation; undefined when there are none or they are too large to read. */
export function requestParams(log: SessionLog, operation: Operation): unknown {
  const decoded = log.decoded(operation.opened);
  const items = decoded?.kind === 'batch' ? decoded.items : [decoded];
  const request = items.find((item) => item?.kind === 'request' && item.key === operation.key);
  return request?.kind === 'request' ? request.params : undefined;
}

const indices = new WeakMap<SessionView, ExchangeIndex>();

/** The index of a view, up to date as far as one frame allows. Reads `version`; asks for another frame when there is more. */
export function exchangesOf(view: SessionView): ExchangeIndex {
  void view.version;
  let index = indices.get(view);
  if (!index) {
    index = new ExchangeIndex(view.log);
    indices.set(view, index);
  }
  if (index.advance(() => performance.now())) view.touch();
  return index;
}
