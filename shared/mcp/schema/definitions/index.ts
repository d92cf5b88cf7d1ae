/** All definitions and messages, of all themes and revisions. */
import { readNotation } from '../notation.ts';
import { BASE } from './base.ts';
import { CLIENT } from './client.ts';
import { FRAGMENTS } from './fragments.ts';
import { LIFECYCLE } from './lifecycle.ts';
import { SERVER } from './server.ts';
import { SUBSCRIPTIONS } from './subscriptions.ts';
import { TASKS } from './tasks.ts';
import { UTILITIES } from './utilities.ts';

export const { definitions: DEFINITIONS, messages: MESSAGES } = readNotation(
  [FRAGMENTS, BASE, LIFECYCLE, SERVER, UTILITIES, CLIENT, SUBSCRIPTIONS, TASKS].join('\n'),
);

/** The definition that fixes `data` for an error code. */
export const ERROR_DEFINITIONS: readonly { readonly code: number; readonly definition: string }[] = [
  { code: -32042, definition: 'URLElicitationRequiredError' },
  { code: -32020, definition: 'HeaderMismatchError' },
  { code: -32021, definition: 'MissingRequiredClientCapabilityError' },
  { code: -32022, definition: 'UnsupportedProtocolVersionError' },
];
