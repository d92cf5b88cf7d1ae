/** All definitions and messages, of all themes and revisions. */
import { theme } from '../message.ts';
import { base } from './base.ts';
import { content } from './content.ts';
import { elicitation } from './elicitation.ts';
import { errors } from './errors.ts';
import { inputRequired } from './input-required.ts';
import { lifecycle } from './lifecycle.ts';
import { prompts } from './prompts.ts';
import { resources } from './resources.ts';
import { sampling } from './sampling.ts';
import { subscriptions } from './subscriptions.ts';
import { tasks } from './tasks.ts';
import { tools } from './tools.ts';
import { utilities } from './utilities.ts';

export { ERROR_DEFINITIONS } from './errors.ts';

export const { definitions: DEFINITIONS, messages: MESSAGES } = theme(
  {},
  base,
  lifecycle,
  tools,
  resources,
  prompts,
  content,
  utilities,
  sampling,
  elicitation,
  inputRequired,
  subscriptions,
  tasks,
  errors,
);
