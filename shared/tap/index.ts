export { answerOf, edited } from './apply.ts';
export { wrongCommand } from './check.ts';
export { parseCondition } from './condition.ts';
export { USUAL_LIMIT } from './orders.ts';
export { readRules } from './rules-file.ts';
export { OpenRequests } from './seen-message.ts';
