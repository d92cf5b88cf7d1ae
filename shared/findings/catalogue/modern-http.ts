import { describeRules, info, must, should, shouldNot } from '../rule.ts';

export const MODERN_HTTP = describeRules('modern-http', 'streamable-http', {
  'http-version-header': must('client', 'E', 'basic/transports/streamable-http#protocol-version-header'),
  'http-version-header-match': must('client', 'E', 'basic/transports/streamable-http#protocol-version-header'),
  'http-method-header': must('client', 'E', 'basic/transports/streamable-http#standard-request-headers'),
  'http-name-header': must('client', 'E', 'basic/transports/streamable-http#standard-request-headers'),
  'http-header-encoding': must('client', 'E', 'basic/transports/streamable-http#value-encoding'),
  'http-param-header': must('client', 'E', 'basic/transports/streamable-http#client-behavior'),
  'http-param-header-absent': must(
    'client',
    'E',
    'basic/transports/streamable-http#server-behavior-for-custom-headers',
  ),
  'http-header-mismatch-accepted': must('server', 'E', 'basic/transports/streamable-http#server-validation'),
  'http-unknown-method-404': must('server', 'E', 'basic/transports/streamable-http#protocol-version-header'),
  'http-error-status-400': must('server', 'E', 'basic/transports/streamable-http#protocol-version-header'),
  'http-get-delete-modern': should('server', 'E', 'basic/transports/streamable-http#earlier-streamable-http-revisions'),
  'http-session-modern': shouldNot('both', 'E', 'basic/transports/streamable-http#earlier-streamable-http-revisions'),
  'http-resume-modern': info('both', 'E', 'basic/transports/streamable-http#receiving-messages', 'extra'),
  'http-reissue-same-id': must('client', 'E', 'changelog#major-changes', 'extra'),
  'http-x-accel-buffering': should(
    'server',
    'E',
    'basic/transports/streamable-http#receiving-messages',
    'info',
    'hidden',
    'extra',
  ),
});
