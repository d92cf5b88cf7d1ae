/** What the tap tells its recorder of the exchanges that pass. */
import type { Direction, HeaderPairs, Via } from '#shared/recording';
import type { AnyStart, Copy } from '../stdio/index.ts';

/** The origin of a body's bytes: exchange and direction. */
export interface From {
  readonly x: number;
  readonly dir: Direction;
}

export type ExchangeHappened = { readonly x: number } & (
  | {
      readonly is: 'request';
      readonly method: string;
      readonly url: string;
      readonly headers: HeaderPairs;
      readonly via: Via;
      readonly client: number;
    }
  /** So many bytes passed that are not HTTP: after an upgrade, or in the place of a response. */
  | { readonly is: 'unread'; readonly bytes: number }
  /** The body of the request has passed. */
  | { readonly is: 'sent' }
  | { readonly is: 'response'; readonly status: number; readonly headers: HeaderPairs }
  | {
      readonly is: 'end';
      readonly by: 'server' | 'client' | 'network';
      readonly error?: string;
      readonly reason?: string;
    }
);

/** An event of an exchange, or the failure of the judge: from then on nothing is stopped or changed. */
export type HttpHappened = ExchangeHappened | { readonly is: 'failed'; readonly detail: string };

export type HttpCopy = Copy<From, HttpHappened>;

export interface HttpRecorderStart extends AnyStart {
  readonly to: string;
}
