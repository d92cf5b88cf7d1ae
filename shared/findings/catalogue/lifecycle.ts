import { describeRules, info, must, mustNot, should, shouldNot } from '../rule.ts';

export const LIFECYCLE = describeRules('lifecycle', {
  'init-first': must('client', 'A-D', 'basic/lifecycle#initialization'),
  'init-request-before-response': shouldNot('client', 'A-D', 'basic/lifecycle#initialization'),
  'init-server-request-early': shouldNot('server', 'A-D', 'basic/lifecycle#initialization'),
  'init-server-message-unprompted': must('server', 'A-D', 'basic/lifecycle#initialization'),
  'init-initialized-missing': must('client', 'A-D', 'basic/lifecycle#initialization'),
  'init-initialized-once': shouldNot('client', 'A-D', 'basic/lifecycle#initialization', { inferred: true }),
  'init-initialized-early': must('client', 'A-D', 'basic/lifecycle#initialization'),
  'init-repeated': shouldNot('client', 'A-D', 'basic/lifecycle#initialization', { inferred: true }),
  'init-params-required': must('client', 'A-D', 'basic/lifecycle#initialization'),
  'init-result-required': must('server', 'A-D', 'basic/lifecycle#initialization'),
  'init-version-unsupported-continue': should('client', 'A-D', 'basic/lifecycle#version-negotiation'),
  'init-modern-version': mustNot('both', 'A-D', 'basic/lifecycle#initialization', { inferred: true }),
  'init-cancelled': mustNot('client', 'A-D', 'basic/utilities/cancellation#behavior-requirements'),
  'init-version-not-echoed': must('server', 'A-D', 'basic/lifecycle#version-negotiation', {
    severity: 'warning',
    heuristic: true,
    extra: true,
  }),
  'init-version-error-instead': must('server', 'A-D', 'basic/lifecycle#version-negotiation', {
    severity: 'info',
    extra: true,
  }),
  'init-version-unpublished': info('both', 'A-D', 'basic/lifecycle#version-negotiation', { extra: true }),
  'lifecycle-shutdown-method': info('both', 'A-D', 'basic/lifecycle#shutdown', { extra: true }),
  'request-timeout-cancel': should(
    'both',
    'B-E',
    [
      ['B', 'basic/lifecycle#timeouts'],
      ['E', 'basic/patterns/cancellation#timeouts'],
    ],
    { severity: 'info', heuristic: true, extra: true },
  ),
});
