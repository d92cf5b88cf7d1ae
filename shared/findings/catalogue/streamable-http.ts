/** The rules of `streamable-http`: facts, in the order in which they are shown. */
import { describeRules, info, must, mustNot, should } from '../rule.ts';

const RECEIVING = [
  ['B', 'basic/transports#sending-messages-to-the-server'],
  ['E', 'basic/transports/streamable-http#receiving-messages'],
] as const;

export const STREAMABLE_HTTP = describeRules(
  'streamable-http',
  {
    'http-post-accept': must('client', 'B-E', 'basic/transports#sending-messages-to-the-server'),
    'http-get-accept': must('client', 'B-D', 'basic/transports#listening-for-messages-from-the-server'),
    'http-notification-202': must('server', 'B-E', 'basic/transports#sending-messages-to-the-server'),
    'http-202-body': mustNot('server', 'B-E', 'basic/transports#sending-messages-to-the-server'),
    'http-rejected-notification-status': must('server', 'B-E', 'basic/transports#sending-messages-to-the-server'),
    'http-request-content-type': must('server', 'B-E', 'basic/transports#sending-messages-to-the-server'),
    'http-json-single-response': must('server', 'C-E', 'basic/transports#sending-messages-to-the-server'),
    'http-sse-data-json': must('server', 'B-E', 'basic/transports#sending-messages-to-the-server'),
    'http-sse-response-missing': should('server', 'B-E', RECEIVING),
    'http-sse-open-after-response': should('server', 'B-E', RECEIVING),
    'http-sse-unrelated': should('server', 'B-E', RECEIVING, { levels: { E: 'MUST' } }),
    'http-get-response': mustNot('server', 'B-D', 'basic/transports#listening-for-messages-from-the-server'),
    'http-broadcast': mustNot('server', 'B-D', 'basic/transports#multiple-connections'),
    'http-get-405': must('server', 'B-D', 'basic/transports#listening-for-messages-from-the-server'),
    'http-endpoint-single': must('client', 'B-E', 'basic/transports#streamable-http'),
    'http-session-id-charset': must('server', 'B-D', 'basic/transports#session-management'),
    'http-session-header-missing': must('client', 'B-D', 'basic/transports#session-management'),
    'http-session-missing-400': should('server', 'B-D', 'basic/transports#session-management'),
    'http-session-ended-404': must('server', 'B-D', 'basic/transports#session-management'),
    'http-session-404-reinit': must('client', 'B-D', 'basic/transports#session-management'),
    'http-session-delete': should('client', 'B-D', 'basic/transports#session-management', { severity: 'info' }),
    'http-version-header-missing': must('client', 'C-D', 'basic/transports#protocol-version-header'),
    'http-version-header-negotiated': should('client', 'C-D', 'basic/transports#protocol-version-header'),
    'http-version-header-invalid-400': must('server', 'C-D', 'basic/transports#protocol-version-header'),
    'http-origin-unchecked': must('server', 'A-E', 'basic/transports#security-warning', { transport: 'any' }),
    'http-origin-403': must('server', 'D-E', 'basic/transports#security-warning', { heuristic: true }),
    'http-event-id-unique': must('server', 'B-D', 'basic/transports#resumability-and-redelivery'),
    'http-resume-with-get': should('client', 'B-D', 'basic/transports#resumability-and-redelivery'),
    'http-replay-foreign': mustNot('server', 'B-D', 'basic/transports#resumability-and-redelivery'),
    'http-sse-retry-hint': should('server', 'D', 'basic/transports#sending-messages-to-the-server'),
    'http-sse-retry-respected': must('client', 'D', 'basic/transports#sending-messages-to-the-server'),
    'http-post-content-type': info('client', 'B-E', 'basic/transports#sending-messages-to-the-server', { extra: true }),
    'http-sse-event-name': info('server', 'B-E', 'basic/transports#sending-messages-to-the-server', { extra: true }),
    'http-session-id-weak': should('server', 'B-D', 'basic/transports#session-management', {
      heuristic: true,
      extra: true,
    }),
    'http-session-id-twice': should('server', 'B-D', 'basic/transports#session-management', { extra: true }),
    'http-session-reassigned': info('server', 'B-D', 'basic/transports#session-management', { extra: true }),
    'http-sse-priming': should('server', 'D', 'basic/transports#sending-messages-to-the-server', {
      severity: 'info',
      extra: true,
    }),
  },
  'streamable-http',
);
