/** The steps of each HTTP exchange: its request, hops, response, bodies without a message, and end. */
import type { EventList, WireEvent } from '#shared/recording';
import { copyTables, type Fold } from '#shared/session';

export type HttpStep = Extract<WireEvent, { k: 'http' | 'body' }>;

/** An event of an exchange, and those before it. A chain, because a recording may give one exchange all of its steps. */
interface Steps {
  readonly s: number;
  readonly before: Steps | undefined;
}

export interface HttpSteps {
  /** The last event of each exchange; what its streams carry is not among them. */
  readonly last: Map<string, Steps>;
}

export const HTTP_STEPS: Fold<HttpSteps> = {
  ignoresPassing: true,
  init: () => ({ last: new Map() }),
  step({ last }, event) {
    if (event.k === 'http' || event.k === 'body') last.set(event.x, { s: event.s, before: last.get(event.x) });
  },
  copy: copyTables,
};

/** The steps of exchange `x` around event `s`, from its request to its end. `log` is what the fold has read. */
export function stepsAround({ last }: Readonly<HttpSteps>, log: EventList, x: string, s: number): readonly HttpStep[] {
  const steps: HttpStep[] = [];
  for (let each = last.get(x); each; each = each.before) {
    const event = log.at(each.s);
    if (event?.k === 'http' || event?.k === 'body') steps.push(event);
  }
  steps.reverse();
  // A recording of another program may use a name again.
  const first = steps.findLastIndex((step) => step.k === 'http' && step.phase === 'request' && step.s <= s);
  const end = steps.findIndex((step, at) => at >= first && step.k === 'http' && step.phase === 'end');
  return steps.slice(Math.max(0, first), end < 0 ? undefined : end + 1);
}
