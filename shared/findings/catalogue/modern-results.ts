import { describeRules, must, mustNot, shouldNot } from '../rule.ts';

export const MODERN_RESULTS = describeRules('modern-results', 'any', {
  'result-type-missing': must('server', 'E', 'basic/index#resulttype'),
  'result-type-unknown': must('server', 'E', 'basic/index#resulttype'),
  'no-server-requests': mustNot('server', 'E', 'basic/patterns/index'),
  'no-client-responses': mustNot('client', 'E', 'basic/transports/stdio#sending-messages'),
  'cache-ttl': must('server', 'E', 'server/utilities/caching#cacheable-results'),
  'cache-scope': must('server', 'E', 'server/utilities/caching#cacheable-results'),
  'cache-scope-pages': must('server', 'E', 'server/utilities/caching#interaction-with-pagination'),
  'cache-interim': shouldNot('server', 'E', 'server/utilities/caching#cacheable-results', 'extra', 'inferred'),
});
