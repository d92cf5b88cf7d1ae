/** The orders in force: those of each controller, a file of rules or a page that has armed the tap. */
import { parseCondition, type SeenMessage, type TapOrders, type TapRule } from '#shared/tap';

export type ControllerId = number;
/** Nobody can remove the orders of a file. */
export const FILE: ControllerId = 0;

interface Given {
  readonly orders: TapOrders;
  readonly rules: readonly RuleInForce[];
  readonly breakpoints: readonly { readonly when: string; readonly fits: Fits }[];
}
type Fits = (messages: readonly SeenMessage[]) => boolean;

/** A rule, with how many matching messages have passed, and on how many it has acted. */
class RuleInForce {
  readonly rule: TapRule;
  readonly #fits: Fits;
  #passed = 0;
  #acted = 0;

  constructor(rule: TapRule) {
    this.rule = rule;
    this.#fits = parseCondition(rule.when).fits;
  }

  takes(messages: readonly SeenMessage[]): boolean {
    const { after = 0, times = Infinity } = this.rule;
    if (this.#acted >= times || !this.#fits(messages)) return false;
    return this.#passed++ >= after;
  }

  /** It acts. */
  taken(): void {
    this.#acted++;
  }
}

/** The reason for which a message waits: a breakpoint, by its condition, or one of maybe several equal rules. */
export type Order = string | RuleInForce;

export interface Stop {
  readonly controllerId: ControllerId;
  readonly when: string;
  readonly limit: number;
}

export class InForce {
  readonly #given = new Map<ControllerId, Given>();

  /** These replace the controller's earlier orders; undefined removes them. */
  give(controllerId: ControllerId, orders: TapOrders | undefined): void {
    if (!orders || orders.breakpoints.length + orders.rules.length === 0) {
      this.#given.delete(controllerId);
      return;
    }
    const earlier = [...(this.#given.get(controllerId)?.rules ?? [])];
    const kept = (rule: TapRule): RuleInForce | undefined => {
      const at = earlier.findIndex((each) => JSON.stringify(each.rule) === JSON.stringify(rule));
      return at < 0 ? undefined : earlier.splice(at, 1)[0];
    };
    this.#given.set(controllerId, {
      orders,
      // An unchanged rule keeps its counts.
      rules: orders.rules.map((rule) => kept(rule) ?? new RuleInForce(rule)),
      breakpoints: orders.breakpoints.map(({ when }) => ({ when, fits: parseCondition(when).fits })),
    });
  }

  get isEmpty(): boolean {
    return this.#given.size === 0;
  }

  get controllerIds(): readonly ControllerId[] {
    return [...this.#given.keys()];
  }

  has(controllerId: ControllerId, order: Order): boolean {
    const { rules = [], breakpoints = [] } = this.#given.get(controllerId) ?? {};
    return typeof order === 'string' ? breakpoints.some(({ when }) => when === order) : rules.includes(order);
  }

  /** All together, for the recording; undefined when there are none. */
  text(): string | undefined {
    if (this.isEmpty) return undefined;
    const all = [...this.#given.values()].map(({ orders }) => orders);
    const together: TapOrders = {
      breakpoints: all.flatMap(({ breakpoints }) => breakpoints),
      rules: all.flatMap(({ rules }) => rules),
      limit: Math.min(...all.map(({ limit }) => limit)),
    };
    return JSON.stringify(together);
  }

  /** Rules for this message, in turn, until one acts. Those of pages precede those of a file. */
  *rulesFor(messages: readonly SeenMessage[]): Generator<readonly [ControllerId, RuleInForce]> {
    for (const [controllerId, { rules }] of this.#inOrder())
      for (const each of rules) if (each.takes(messages)) yield [controllerId, each];
  }

  stopFor(messages: readonly SeenMessage[]): Stop | undefined {
    for (const [controllerId, { breakpoints, orders }] of this.#inOrder())
      for (const { when, fits } of breakpoints) if (fits(messages)) return { controllerId, when, limit: orders.limit };
    return undefined;
  }

  #inOrder(): [ControllerId, Given][] {
    return [...this.#given].sort(([one], [other]) => Number(one === FILE) - Number(other === FILE));
  }
}
