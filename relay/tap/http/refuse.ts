/** Requests that the tap itself refuses: in words, and recorded without their bodies. */
import type { ArmedProxy } from './armed.ts';
import type { RequestHead } from './heads.ts';
import { lastAnswer } from './own-answer.ts';
import type { ExchangeObserver } from './passing.ts';
import type { Target } from './target.ts';

interface Refusing {
  readonly target: Target;
  readonly observer: ExchangeObserver;
  readonly armed: ArmedProxy;
  /** Number of the client's connection. */
  readonly client: number;
}

/** Record that a request with this head was refused. Gives the response. */
export function refuse(
  { method, target: asked, headers }: RequestHead,
  { status, why }: { readonly status: number; readonly why: string },
  { target, observer, armed, client }: Refusing,
): Buffer {
  const x = armed.nextExchange();
  const url = target.addressOf(target.pathFor(asked));
  observer.happened({ x, is: 'request', method, url, headers, via: {}, client });
  observer.happened({
    x,
    is: 'end',
    by: 'network',
    error: `The tap answered ${status}: ${why}`,
    reason: 'tap-refused',
  });
  return lastAnswer(status, why, method);
}
