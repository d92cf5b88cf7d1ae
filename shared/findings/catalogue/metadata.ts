import { describeRules, info, must, mustNot, should } from '../rule.ts';

export const METADATA = describeRules('metadata', 'any', {
  'meta-object': must('both', 'A-E', { A: 'basic/index#schema', C: 'basic/index#_meta' }),
  'meta-key-prefix': must('both', 'C-E', 'basic/index#_meta'),
  'meta-key-name': must('both', 'C-E', 'basic/index#_meta'),
  'meta-reserved-prefix': mustNot('both', 'C-E', 'basic/index#_meta', 'warning'),
  'meta-trace-context': must('both', 'E', 'basic/index#_meta'),
  'icon-src-scheme': must('both', 'D-E', 'basic/index#icons'),
  'annotation-priority': must('server', 'A-E', { A: 'server/resources#resource', C: 'server/resources#annotations' }),
  'annotation-audience': must('server', 'A-E', { A: 'server/resources#resource', C: 'server/resources#annotations' }),
  'annotation-last-modified': should('server', 'C-E', 'server/resources#annotations'),
  'icon-sizes': should('both', 'D-E', 'basic/index#icons', 'extra'),
  'deprecated-feature': info('both', 'E', 'deprecated#deprecated', 'extra'),
});
