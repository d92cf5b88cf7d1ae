export { answerOf, edited } from './apply.ts';
export { wrongCommand } from './check.ts';
export { CONDITION_PROPERTIES, CONDITION_VALUES, parseCondition, type ConditionProperty } from './condition.ts';
export { USUAL_LIMIT, type RuleAct, type TapCommand, type TapOrders, type TapRule, type Verdict } from './orders.ts';
export { readRules } from './rules-file.ts';
export { OpenRequests, type SeenMessage } from './seen-message.ts';
