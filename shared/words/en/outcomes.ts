import type { StepOutcome } from '#shared/exercise';
import type { Outcome } from '#shared/session';

/** What became of an operation, as a label. */
export const outcomes = {
  result: 'result',
  error: 'error',
  'tool-error': 'tool error',
  refused: 'refused',
  cancelled: 'cancelled',
  timeout: 'timed out',
  'no-answer': 'no response',
  silence: 'no response',
  ended: 'connection closed',
  dropped: 'dropped at the tap',
  unheard: 'response dropped at the tap',
  'tap-answered': 'response from the tap',
  'session-lost': 'session lost',
  unanswered: 'needs input',
  skipped: 'skipped',
  held: 'held at the tap',
  open: 'pending',
  sent: 'sent',
} satisfies { readonly [outcome in Outcome | StepOutcome]: string } & { readonly [other: string]: string };

/** The same after a colon in a sentence. */
export const outcomeSentences: typeof outcomes = {
  ...outcomes,
  result: 'result',
  error: 'error response',
  'tool-error': 'result with isError',
  silence: 'no response, as is usual for malformed text',
  ended: 'the connection closed before the response',
  unanswered: 'asks for input that is not available',
};

/** Timeouts: their name, what each counts as a setting is labelled, and what has passed when one expires. */
export const timeouts = {
  name: 'Timeout',
  names: 'Timeouts',
  idle: 'No response for',
  total: 'Total',
  probe: 'server/discover probe',
  passed: {
    idle: (time: string): string => `no response for ${time}`,
    total: (time: string): string => `not done after ${time} in total`,
    probe: (time: string): string => `no response for ${time}; trying a handshake`,
  },
};
