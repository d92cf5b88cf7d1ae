export { answerOf, edited } from './apply.ts';
export { wrongCommand } from './check.ts';
export { parseCondition } from './condition.ts';
export type { RuleAct, TapCommand, TapOrders, TapRule, Verdict } from './orders.ts';
export { readRules } from './rules-file.ts';
export { OpenRequests, type SeenMessage } from './seen-message.ts';
