import type { SkipReason, ValueSource, Verdict } from '#shared/exercise';
import type { ChangeReason } from '#shared/session';
import { counted } from '#shared/words';

const verdicts: { readonly [verdict in Verdict]: string } = {
  answered: 'responded',
  answeredWithError: 'error response',
  refused: 'refused',
  failed: 'failed',
  skipped: 'skipped',
};
const skipped: { readonly [reason in SkipReason]: string } = {
  'needs-yes': 'may modify data, and was not ticked',
  'invalid-header-marks': 'invalid x-mcp-header annotations',
  'left-out': 'not ticked',
  'too-long': 'required arguments are too long to generate',
  'too-many': 'too many arguments for one prompt or template',
  'same-name': 'an earlier entry of the list has the same name',
  'no-name': 'listed without a name',
  ended: 'the session had ended',
  stopped: 'the run was stopped',
  limit: 'the limit of requests was reached',
};
const changes: { readonly [reason in ChangeReason]: string } = {
  call: 'may modify data: the tool list was not fetched',
  'unknown-tool': 'may modify data: the tool list was only partially fetched',
  'tool-may-change': 'may modify data: the tool is not marked readOnlyHint',
  'tool-unclear': 'may modify data: the tool is marked readOnlyHint, but the server’s tool list contradicts itself',
  'may-change': 'may affect other sessions: many servers apply this to all of them',
  'unknown-method': 'may modify data: unknown method',
};
const sources: { readonly [source in ValueSource]: string } = {
  given: 'given by you',
  default: 'default in the schema',
  const: 'constant in the schema',
  enum: 'first choice in the schema',
  examples: 'example in the schema',
  description: 'example in the description',
  format: 'generated from its format',
  pattern: 'generated from its pattern',
  limits: 'generated from its limits',
  answer: 'from an earlier response',
  completion: 'suggested by the server',
  'made-up': 'generated',
};

export const exercise = {
  label: 'Call everything',
  plan: 'Plan',
  results: 'Results',
  intro:
    'Tries everything the server lists, one request at a time. Untick what you don’t want to send. Arguments come from the schemas and from earlier responses, so they may change during the run.',
  needsTick: (n: number): string => `${counted(n, 'item')} may modify data; sent only if ticked.`,
  run: (n: number): string => `Run ${counted(n, 'item')}`,
  tickAll: 'All read-only items',
  toPlan: 'Back to the plan',
  nothing: 'Nothing to call yet: the server declares nothing, or its lists are still being fetched.',
  notLive: 'This session has ended. Reconnect to call everything.',
  limit: (n: number): string => `Only the first ${n.toLocaleString('en')} requests are sent.`,
  ended: (n: number): string =>
    `Stopped at the limit of ${n.toLocaleString('en')} requests; there is more to exercise.`,
  current: (what: string): string => `Waiting for ${what}`,
  times: (n: number): string => `×${n.toLocaleString('en')}`,
  tick: (what: string): string => `Send ${what}`,
  value: (at: string, source: string, of: string | undefined): string =>
    `${at === '' ? 'arguments' : at}: ${source}${of === undefined ? '' : ` (${of})`}`,
  show: (s: number): string => `Event ${s}`,
  showHint: 'Show request in diagram',
  verdicts,
  skipped,
  changes,
  sources,
};
