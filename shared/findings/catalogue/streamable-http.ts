/** The rules of `streamable-http`: facts, in the order in which they are shown. */
import { describeRules, info, must, mustNot, should } from '../rule.ts';

export const STREAMABLE_HTTP = describeRules('streamable-http', {
  'http-post-accept': must(
    'client',
    'B-E',
    [
      ['B', 'basic/transports#sending-messages-to-the-server'],
      ['E', 'basic/transports/streamable-http#sending-messages'],
    ],
    { transport: 'streamable-http' },
  ),
  'http-get-accept': must('client', 'B-D', 'basic/transports#listening-for-messages-from-the-server', {
    transport: 'streamable-http',
  }),
  'http-notification-202': must(
    'server',
    'B-E',
    [
      ['B', 'basic/transports#sending-messages-to-the-server'],
      ['E', 'basic/transports/streamable-http#sending-messages'],
    ],
    { transport: 'streamable-http' },
  ),
  'http-202-body': mustNot(
    'server',
    'B-E',
    [
      ['B', 'basic/transports#sending-messages-to-the-server'],
      ['E', 'basic/transports/streamable-http#sending-messages'],
    ],
    { transport: 'streamable-http' },
  ),
  'http-rejected-notification-status': must(
    'server',
    'B-E',
    [
      ['B', 'basic/transports#sending-messages-to-the-server'],
      ['E', 'basic/transports/streamable-http#sending-messages'],
    ],
    { transport: 'streamable-http' },
  ),
  'http-request-content-type': must(
    'server',
    'B-E',
    [
      ['B', 'basic/transports#sending-messages-to-the-server'],
      ['E', 'basic/transports/streamable-http#sending-messages'],
    ],
    { transport: 'streamable-http' },
  ),
  'http-json-single-response': must(
    'server',
    'C-E',
    [
      ['C', 'basic/transports#sending-messages-to-the-server'],
      ['E', 'basic/transports/streamable-http#sending-messages'],
    ],
    { transport: 'streamable-http' },
  ),
  'http-sse-data-json': must(
    'server',
    'B-E',
    [
      ['B', 'basic/transports#sending-messages-to-the-server'],
      ['E', 'basic/transports/streamable-http#sending-messages'],
    ],
    { transport: 'streamable-http' },
  ),
  'http-sse-response-missing': should(
    'server',
    'B-E',
    [
      ['B', 'basic/transports#sending-messages-to-the-server'],
      ['E', 'basic/transports/streamable-http#receiving-messages'],
    ],
    { transport: 'streamable-http' },
  ),
  'http-sse-open-after-response': should(
    'server',
    'B-E',
    [
      ['B', 'basic/transports#sending-messages-to-the-server'],
      ['E', 'basic/transports/streamable-http#receiving-messages'],
    ],
    { transport: 'streamable-http' },
  ),
  'http-sse-unrelated': should(
    'server',
    'B-E',
    [
      ['B', 'basic/transports#sending-messages-to-the-server'],
      ['E', 'basic/transports/streamable-http#receiving-messages'],
    ],
    { levels: { E: 'MUST' }, transport: 'streamable-http' },
  ),
  'http-get-response': mustNot('server', 'B-D', 'basic/transports#listening-for-messages-from-the-server', {
    transport: 'streamable-http',
  }),
  'http-broadcast': mustNot('server', 'B-D', 'basic/transports#multiple-connections', { transport: 'streamable-http' }),
  'http-get-405': must('server', 'B-D', 'basic/transports#listening-for-messages-from-the-server', {
    transport: 'streamable-http',
  }),
  'http-endpoint-single': must(
    'client',
    'B-E',
    [
      ['B', 'basic/transports#streamable-http'],
      ['E', 'basic/transports/streamable-http'],
    ],
    { transport: 'streamable-http' },
  ),
  'http-session-id-charset': must('server', 'B-D', 'basic/transports#session-management', {
    transport: 'streamable-http',
  }),
  'http-session-header-missing': must('client', 'B-D', 'basic/transports#session-management', {
    transport: 'streamable-http',
  }),
  'http-session-missing-400': should('server', 'B-D', 'basic/transports#session-management', {
    transport: 'streamable-http',
  }),
  'http-session-ended-404': must('server', 'B-D', 'basic/transports#session-management', {
    transport: 'streamable-http',
  }),
  'http-session-404-reinit': must('client', 'B-D', 'basic/transports#session-management', {
    transport: 'streamable-http',
  }),
  'http-session-delete': should('client', 'B-D', 'basic/transports#session-management', {
    severity: 'info',
    transport: 'streamable-http',
  }),
  'http-version-header-missing': must('client', 'C-D', 'basic/transports#protocol-version-header', {
    transport: 'streamable-http',
  }),
  'http-version-header-negotiated': should('client', 'C-D', 'basic/transports#protocol-version-header', {
    transport: 'streamable-http',
  }),
  'http-version-header-invalid-400': must('server', 'C-D', 'basic/transports#protocol-version-header', {
    transport: 'streamable-http',
  }),
  'http-origin-unchecked': must('server', 'A-E', [
    ['A', 'basic/transports#security-warning'],
    ['E', 'basic/transports/streamable-http#security--endpoint'],
  ]),
  'http-origin-403': must(
    'server',
    'D-E',
    [
      ['D', 'basic/transports#security-warning'],
      ['E', 'basic/transports/streamable-http#security--endpoint'],
    ],
    { transport: 'streamable-http', heuristic: true },
  ),
  'http-event-id-unique': must('server', 'B-D', 'basic/transports#resumability-and-redelivery', {
    transport: 'streamable-http',
  }),
  'http-resume-with-get': should('client', 'B-D', 'basic/transports#resumability-and-redelivery', {
    transport: 'streamable-http',
  }),
  'http-replay-foreign': mustNot('server', 'B-D', 'basic/transports#resumability-and-redelivery', {
    transport: 'streamable-http',
  }),
  'http-sse-retry-hint': should('server', 'D', 'basic/transports#sending-messages-to-the-server', {
    transport: 'streamable-http',
  }),
  'http-sse-retry-respected': must('client', 'D', 'basic/transports#sending-messages-to-the-server', {
    transport: 'streamable-http',
  }),
  'http-post-content-type': info(
    'client',
    'B-E',
    [
      ['B', 'basic/transports#sending-messages-to-the-server'],
      ['E', 'basic/transports/streamable-http#sending-messages'],
    ],
    { transport: 'streamable-http', extra: true },
  ),
  'http-sse-event-name': info(
    'server',
    'B-E',
    [
      ['B', 'basic/transports#sending-messages-to-the-server'],
      ['E', 'basic/transports/streamable-http#sending-messages'],
    ],
    { transport: 'streamable-http', extra: true },
  ),
  'http-session-id-weak': should('server', 'B-D', 'basic/transports#session-management', {
    transport: 'streamable-http',
    heuristic: true,
    extra: true,
  }),
  'http-session-reassigned': info('server', 'B-D', 'basic/transports#session-management', {
    transport: 'streamable-http',
    extra: true,
  }),
  'http-sse-priming': should('server', 'D', 'basic/transports#sending-messages-to-the-server', {
    severity: 'info',
    transport: 'streamable-http',
    extra: true,
  }),
});
