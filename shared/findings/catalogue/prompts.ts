import { describeRules, info, must, should } from '../rule.ts';

export const PROMPTS = describeRules('prompts', 'any', {
  'prompt-argument-strings': must('client', 'A-E', 'server/prompts#getting-a-prompt'),
  'prompt-missing-required-accepted': should('server', 'A-E', 'server/prompts#error-handling'),
  'prompt-unknown-code': should('server', 'A-E', 'server/prompts#error-handling'),
  'prompt-message-role': must('server', 'A-E', 'server/prompts#promptmessage'),
  'prompt-content-single': must('server', 'A-E', 'server/prompts#promptmessage'),
  'prompt-embedded-resource-mime': must('server', 'A-E', 'server/prompts#embedded-resources', 'warning'),
  'prompt-name-unique': must('server', 'A-E', 'server/prompts#prompt', 'warning', 'extra', 'inferred'),
  'prompt-argument-undeclared': info('client', 'A-E', 'server/prompts#prompt', 'extra'),
});
