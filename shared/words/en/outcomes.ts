import type { Outcome } from '#shared/session';

/** What became of an operation. */
export const outcomes: { readonly [outcome in Outcome | 'open' | 'sent']: string } = {
  result: 'result',
  error: 'error',
  'tool-error': 'tool error',
  cancelled: 'cancelled',
  timeout: 'timed out',
  'no-answer': 'no answer',
  silence: 'no answer to malformed text',
  ended: 'the connection ended first',
  open: 'still open',
  sent: 'sent',
};
