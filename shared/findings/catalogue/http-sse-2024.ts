import { describeRules, info, must, mustNot } from '../rule.ts';

export const HTTP_SSE_2024 = describeRules('http-sse-2024', 'sse', {
  'sse-endpoint-first': must('server', 'A', 'basic/transports#http-with-sse'),
  'sse-endpoint-uri': must('server', 'A', 'basic/transports#http-with-sse'),
  'sse-post-target': must('client', 'A', 'basic/transports#http-with-sse'),
  'sse-message-event': must('server', 'A', 'basic/transports#http-with-sse'),
  'sse-response-in-post': mustNot('server', 'A', 'basic/transports#http-with-sse'),
  'sse-endpoint-origin': info('server', 'A', 'basic/transports#http-with-sse', 'extra'),
  'sse-transport-deprecated': info(
    'both',
    'B-E',
    { B: 'basic/transports#backwards-compatibility', E: 'deprecated#deprecated' },
    'extra',
  ),
});
