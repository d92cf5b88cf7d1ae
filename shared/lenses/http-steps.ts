/** The steps of each HTTP exchange: its request, hops, response, bodies without a message, and end. */
import type { WireEvent } from '#shared/recording';
import type { Fold } from '#shared/session';

export type HttpStep = Extract<WireEvent, { k: 'http' | 'body' }>;

export interface HttpSteps {
  /** Event numbers by exchange, ascending. An exchange has few: what its streams carry is not among them. */
  readonly events: Map<string, readonly number[]>;
}

export const HTTP_STEPS: Fold<HttpSteps> = {
  init: () => ({ events: new Map() }),
  step({ events }, event) {
    if (event.k === 'http' || event.k === 'body') events.set(event.x, [...(events.get(event.x) ?? []), event.s]);
  },
  copy: ({ events }) => ({ events: new Map(events) }),
  size: ({ events }) => events.size,
};

/** The steps of exchange `x` around event `s`, from its request to its end. `log` is what the fold has read. */
export function stepsAround(
  { events }: Readonly<HttpSteps>,
  log: readonly WireEvent[],
  x: string,
  s: number,
): readonly HttpStep[] {
  const steps = (events.get(x) ?? []).flatMap((at) => {
    const event = log[at];
    return event?.k === 'http' || event?.k === 'body' ? [event] : [];
  });
  // A recording of another program may use a name again.
  const first = steps.findLastIndex((step) => step.k === 'http' && step.phase === 'request' && step.s <= s);
  const last = steps.findIndex((step, at) => at >= first && step.k === 'http' && step.phase === 'end');
  return steps.slice(Math.max(0, first), last < 0 ? undefined : last + 1);
}
