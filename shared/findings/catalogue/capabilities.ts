import { describeRules, must, mustNot, should, shouldNot } from '../rule.ts';

export const CAPABILITIES = describeRules('capabilities', {
  'cap-tools': must('client', 'A-E', 'server/tools#capabilities', { levels: { A: 'SHOULD', B: 'SHOULD' } }),
  'cap-resources': must('client', 'A-E', 'server/resources#capabilities', { levels: { A: 'SHOULD', B: 'SHOULD' } }),
  'cap-prompts': must('client', 'A-E', 'server/prompts#capabilities', { levels: { A: 'SHOULD', B: 'SHOULD' } }),
  'cap-completions': must('client', 'B-E', 'server/utilities/completion#capabilities', {
    levels: { A: 'SHOULD', B: 'SHOULD' },
  }),
  'cap-logging-setlevel': must('client', 'A-D', 'server/utilities/logging#capabilities', {
    levels: { A: 'SHOULD', B: 'SHOULD' },
  }),
  'cap-resources-subscribe': must('client', 'A-D', 'server/resources#capabilities', {
    levels: { A: 'SHOULD', B: 'SHOULD' },
  }),
  'cap-tools-list-changed': must('server', 'A-E', 'server/tools#capabilities', {
    levels: { A: 'SHOULD', B: 'SHOULD' },
  }),
  'cap-prompts-list-changed': must('server', 'A-E', 'server/prompts#capabilities', {
    levels: { A: 'SHOULD', B: 'SHOULD' },
  }),
  'cap-resources-list-changed': must('server', 'A-E', 'server/resources#capabilities', {
    levels: { A: 'SHOULD', B: 'SHOULD' },
  }),
  'cap-resources-updated': must('server', 'A-E', 'server/resources#capabilities', {
    levels: { A: 'SHOULD', B: 'SHOULD' },
  }),
  'cap-logging-message': must('server', 'A-E', 'server/utilities/logging#capabilities', {
    levels: { A: 'SHOULD', B: 'SHOULD' },
  }),
  'cap-roots': must('server', 'A-D', 'client/roots#capabilities', { levels: { A: 'SHOULD', B: 'SHOULD' } }),
  'cap-sampling': must('server', 'A-D', 'client/sampling#capabilities', { levels: { A: 'SHOULD', B: 'SHOULD' } }),
  'cap-elicitation': must('server', 'C-D', 'client/elicitation#capabilities', { levels: { A: 'SHOULD', B: 'SHOULD' } }),
  'cap-roots-list-changed': must('client', 'A-D', 'client/roots#capabilities', {
    levels: { A: 'SHOULD', B: 'SHOULD' },
  }),
  'cap-sampling-tools': mustNot('server', 'D-E', 'client/sampling#tools-in-sampling'),
  'cap-sampling-context': shouldNot('server', 'D-E', 'client/sampling#capabilities'),
  'cap-elicitation-mode': mustNot('server', 'D-E', 'client/elicitation#capabilities'),
  'cap-value-object': must('both', 'A-E', [
    ['A', 'basic/lifecycle#capability-negotiation'],
    ['E', 'server/discover#discoverresult'],
  ]),
  'cap-used-not-declared': must('server', 'A-E', 'server/{1}#capabilities'),
  'cap-declared-not-served': must(
    'server',
    'A-E',
    [
      ['A', 'basic/lifecycle#capability-negotiation'],
      ['E', 'server/{1}#capabilities'],
    ],
    { levels: { A: 'SHOULD', B: 'SHOULD', C: 'SHOULD', D: 'SHOULD' } },
  ),
  'cap-undeclared-error-code': should('server', 'A-E', [
    ['A', 'basic/lifecycle#capability-negotiation'],
    ['B', 'server/utilities/completion#error-handling'],
  ]),
  'cap-extension-id-format': must('both', 'E', 'basic/versioning#extension-negotiation'),
  'cap-extension-unilateral': must('both', 'E', 'basic/versioning#extension-negotiation'),
  'cap-elicitation-empty-modes': must('client', 'D-E', 'client/elicitation#capabilities', { extra: true }),
  'cap-client-refuses-declared': should('client', 'A-D', 'basic/lifecycle#capability-negotiation', {
    extra: true,
    inferred: true,
  }),
});
