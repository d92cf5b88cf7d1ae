import { describeRules, must } from '../rule.ts';

export const ROOTS = describeRules('roots', 'any', {
  'roots-file-uri': must('client', 'A-E', 'client/roots#root'),
  'roots-change-announced': must('client', 'A-D', 'client/roots#root-list-changes'),
});
