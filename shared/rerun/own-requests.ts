/** Requests that a run sends for itself, and waits for: nothing in the recording asks for them. */
import { requestText } from '#shared/driver';
import { idKey } from '#shared/jsonrpc';
import type { Operation } from '#shared/session';
import type { RerunPort } from './types.ts';

export interface OwnRequestsOptions {
  readonly send: (text: string) => void;
  readonly takeId: () => number;
  /** Resolves when it holds, or the run is over. */
  readonly until: (holds: () => boolean) => Promise<void>;
}

export class OwnRequests {
  readonly asked: number[] = [];
  readonly #port: RerunPort;
  readonly #options: OwnRequestsOptions;

  constructor(port: RerunPort, options: OwnRequestsOptions) {
    this.#port = port;
    this.#options = options;
  }

  /** Read a page of a list, without a cursor the first. False when it was not given. */
  async page(method: string, cursor: string | undefined): Promise<boolean> {
    const { log, policy, client } = this.#port;
    const { send, takeId, until } = this.#options;
    const id = takeId();
    const params = cursor === undefined ? undefined : JSON.stringify({ cursor });
    const from = log.operations.length;
    send(requestText({ state: log.state, policy, client }, method, params, { id }));
    const isMine = ({ dir, key }: Operation): boolean => dir === 'c2s' && key === idKey(id);
    // What is refused for want of authorization is sent again with its id.
    const mine = (): Operation[] => log.operations.slice(from).filter(isMine);
    await until(() => mine().at(-1)?.closed !== undefined && !log.state.authorizing);
    this.asked.push(...mine().map(({ opened }) => opened));
    return mine().at(-1)?.outcome === 'result';
  }
}
