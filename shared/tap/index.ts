export {
  USUAL_LIMIT,
  type Breakpoint,
  type RuleAct,
  type TapCommand,
  type TapOrders,
  type TapRule,
  type Verdict,
} from './orders.ts';
