/** Words of exercising a server. */
import type { SkipReason, ValueSource, Verdict } from '#shared/exercise';
import type { ChangeReason } from '#shared/session';
import { counted } from '#shared/words';

const verdicts: { readonly [verdict in Verdict]: string } = {
  answered: 'answered',
  answeredWithError: 'answered with an error',
  refused: 'refused',
  failed: 'failed',
  skipped: 'skipped',
};
const skipped: { readonly [reason in SkipReason]: string } = {
  'needs-yes': 'may change something, and was not ticked',
  'invalid-header-marks': 'its x-mcp-header marks are invalid',
  'left-out': 'not ticked',
  'too-long': 'its arguments would be too long to make up',
  'too-many': 'more arguments than are completed for one prompt or template',
};
const changes: { readonly [reason in ChangeReason]: string } = {
  call: 'may change something: the list of tools was not read',
  'unknown-tool': 'may change something: the list of tools was not read to its end',
  'tool-may-change': 'may change something: the server does not mark the tool readOnlyHint',
  'may-change': 'may change something: many servers keep this for all sessions',
  'unknown-method': 'may change something: unknown method',
};
const sources: { readonly [source in ValueSource]: string } = {
  given: 'given by you',
  default: 'default in the schema',
  const: 'constant in the schema',
  enum: 'first choice in the schema',
  examples: 'example in the schema',
  description: 'example in the description',
  format: 'made for its format',
  pattern: 'made for its pattern',
  limits: 'made for its limits',
  answer: 'from an earlier answer',
  completion: 'proposed by the server',
  'made-up': 'made up',
};

export const exercise = {
  dock: 'Exercise',
  open: 'Exercise the server…',
  label: 'Exercise',
  plan: 'Plan',
  results: 'Results',
  intro:
    'Uses what the server lists, one request after the other. Untick what you don’t want to send. Arguments come from the schemas and from earlier answers, so they may change during the run.',
  needsTick: (n: number): string => `${counted(n, 'item')} may change something and will be sent only if ticked.`,
  run: (n: number): string => `Run ${counted(n, 'item')}`,
  tickAll: 'Everything that reads',
  stop: 'Stop',
  toPlan: 'Back to the plan',
  nothing: 'Nothing to use yet: the server has declared nothing, or its lists are still being read.',
  notLive: 'This session is over. Connect again to exercise the server.',
  limit: (n: number): string => `Only the first ${n.toLocaleString('en')} requests are sent.`,
  ended: (n: number): string =>
    `Stopped at the limit of ${n.toLocaleString('en')} requests; there is more to exercise.`,
  current: (what: string): string => `Waiting for ${what}`,
  times: (n: number): string => `×${n.toLocaleString('en')}`,
  tick: (what: string): string => `Send ${what}`,
  value: (at: string, source: string, of: string | undefined): string =>
    `${at === '' ? 'arguments' : at}: ${source}${of === undefined ? '' : ` (${of})`}`,
  show: (s: number): string => `Event ${s}`,
  showHint: 'Show the request in the diagram',
  verdicts,
  skipped,
  changes,
  sources,
};
