/** The rules of `modern-http`: facts, in the order in which they are shown. */
import { describeRules, info, must, should, shouldNot } from '../rule.ts';

export const MODERN_HTTP = describeRules('modern-http', {
  'http-version-header': must('client', 'E', 'basic/transports/streamable-http#protocol-version-header', {
    transport: 'streamable-http',
  }),
  'http-version-header-match': must('client', 'E', 'basic/transports/streamable-http#protocol-version-header', {
    transport: 'streamable-http',
  }),
  'http-method-header': must('client', 'E', 'basic/transports/streamable-http#standard-request-headers', {
    transport: 'streamable-http',
  }),
  'http-name-header': must('client', 'E', 'basic/transports/streamable-http#standard-request-headers', {
    transport: 'streamable-http',
  }),
  'http-header-encoding': must('client', 'E', 'basic/transports/streamable-http#value-encoding', {
    transport: 'streamable-http',
  }),
  'http-param-header': must('client', 'E', 'basic/transports/streamable-http#client-behavior', {
    transport: 'streamable-http',
  }),
  'http-param-header-absent': must(
    'client',
    'E',
    'basic/transports/streamable-http#server-behavior-for-custom-headers',
    { transport: 'streamable-http' },
  ),
  'http-header-mismatch-accepted': must('server', 'E', 'basic/transports/streamable-http#server-validation', {
    transport: 'streamable-http',
  }),
  'http-unknown-method-404': must('server', 'E', 'basic/transports/streamable-http#protocol-version-header', {
    transport: 'streamable-http',
  }),
  'http-error-status-400': must('server', 'E', 'basic/transports/streamable-http#protocol-version-header', {
    transport: 'streamable-http',
  }),
  'http-get-delete-modern': should(
    'server',
    'E',
    'basic/transports/streamable-http#earlier-streamable-http-revisions',
    { transport: 'streamable-http' },
  ),
  'http-session-modern': shouldNot('both', 'E', 'basic/transports/streamable-http#earlier-streamable-http-revisions', {
    transport: 'streamable-http',
  }),
  'http-resume-modern': info('both', 'E', 'basic/transports/streamable-http#receiving-messages', {
    transport: 'streamable-http',
    extra: true,
  }),
  'http-reissue-same-id': must('client', 'E', 'changelog#major-changes', { transport: 'streamable-http', extra: true }),
  'http-x-accel-buffering': should('server', 'E', 'basic/transports/streamable-http#receiving-messages', {
    severity: 'info',
    hidden: true,
    transport: 'streamable-http',
    extra: true,
  }),
});
