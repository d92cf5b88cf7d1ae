/** The rules of `stdio`: facts, in the order in which they are shown. */
import { describeRules, info, must, mustNot, should } from '../rule.ts';

export const STDIO = describeRules('stdio', {
  'stdio-stdout-nonmessage': mustNot(
    'server',
    'A-E',
    [
      ['A', 'basic/transports#stdio'],
      ['E', 'basic/transports/stdio'],
    ],
    { transport: 'stdio' },
  ),
  'stdio-stdin-nonmessage': mustNot(
    'client',
    'A-E',
    [
      ['A', 'basic/transports#stdio'],
      ['E', 'basic/transports/stdio'],
    ],
    { transport: 'stdio' },
  ),
  'stdio-embedded-newline': mustNot(
    'both',
    'A-E',
    [
      ['A', 'basic/transports#stdio'],
      ['E', 'basic/transports/stdio'],
    ],
    { transport: 'stdio' },
  ),
  'stdio-content-length': mustNot(
    'both',
    'A-E',
    [
      ['A', 'basic/transports#stdio'],
      ['E', 'basic/transports/stdio'],
    ],
    { transport: 'stdio', inferred: true },
  ),
  'stdio-utf8': must(
    'both',
    'B-E',
    [
      ['B', 'basic/transports'],
      ['E', 'basic/transports/index#messages'],
    ],
    { transport: 'stdio' },
  ),
  'stdio-shutdown-order': should(
    'client',
    'A-E',
    [
      ['A', 'basic/lifecycle#stdio'],
      ['E', 'basic/transports/stdio#shutdown'],
    ],
    { transport: 'stdio' },
  ),
  'stdio-exit-on-eof': should(
    'server',
    'A-E',
    [
      ['A', 'basic/lifecycle#stdio'],
      ['E', 'basic/transports/stdio#shutdown'],
    ],
    { transport: 'stdio' },
  ),
  'stdio-unexpected-exit': info(
    'server',
    'A-E',
    [
      ['A', 'basic/lifecycle#stdio'],
      ['E', 'basic/transports/stdio#unexpected-termination'],
    ],
    { transport: 'stdio', extra: true },
  ),
  'stdio-partial-line': must(
    'both',
    'A-E',
    [
      ['A', 'basic/transports#stdio'],
      ['E', 'basic/transports/stdio'],
    ],
    { severity: 'warning', transport: 'stdio', extra: true, inferred: true },
  ),
  'stdio-listen-not-reissued': must('client', 'E', 'basic/patterns/subscriptions#graceful-closure', {
    transport: 'stdio',
    heuristic: true,
    extra: true,
  }),
});
