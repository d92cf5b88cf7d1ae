import { describeRules, must, mustNot, should, shouldNot } from '../rule.ts';

export const MODERN_DISCOVER = describeRules('modern-discover', 'any', {
  'discover-implemented': must('server', 'E', 'server/discover'),
  'discover-result': must('server', 'E', 'server/discover#discoverresult'),
  'discover-modern-error-fallback': shouldNot('client', 'E', 'basic/transports/streamable-http#backward-compatibility'),
  'discover-modern-initialize': shouldNot('client', 'E', 'server/discover#discoverresult', 'extra', 'inferred'),
  'discover-lists-current': should('server', 'E', 'server/discover#discoverresult', 'extra', 'inferred'),
  'discover-probe-fallback': mustNot(
    'client',
    'E',
    'basic/transports/stdio#backward-compatibility',
    'info',
    'heuristic',
    'extra',
    { transport: 'stdio' },
  ),
});
