import { describeRules, info, must, mustNot, should } from '../rule.ts';

const SHUTDOWN = { A: 'basic/lifecycle#stdio', E: 'basic/transports/stdio#shutdown' };

export const STDIO = describeRules('stdio', 'stdio', {
  'stdio-stdout-nonmessage': mustNot('server', 'A-E', 'basic/transports#stdio'),
  'stdio-stdin-nonmessage': mustNot('client', 'A-E', 'basic/transports#stdio'),
  'stdio-embedded-newline': mustNot('both', 'A-E', 'basic/transports#stdio'),
  'stdio-content-length': mustNot('both', 'A-E', 'basic/transports#stdio', 'inferred'),
  'stdio-utf8': must('both', 'B-E', { B: 'basic/transports', E: 'basic/transports/index#messages' }),
  'stdio-shutdown-order': should('client', 'A-E', SHUTDOWN),
  'stdio-exit-on-eof': should('server', 'A-E', SHUTDOWN),
  'stdio-unexpected-exit': info(
    'server',
    'A-E',
    { A: 'basic/lifecycle#stdio', E: 'basic/transports/stdio#unexpected-termination' },
    'extra',
  ),
  'stdio-partial-line': must('both', 'A-E', 'basic/transports#stdio', 'warning', 'extra', 'inferred'),
  'stdio-listen-not-reissued': must(
    'client',
    'E',
    'basic/patterns/subscriptions#graceful-closure',
    'heuristic',
    'extra',
  ),
});
