import { describeRules, must, mustNot, should } from '../rule.ts';

export const MODERN_REQUEST_META = describeRules('modern-request-meta', 'any', {
  'req-meta-version': must('client', 'E', 'basic/index#_meta'),
  'req-meta-capabilities': must('client', 'E', 'basic/index#_meta'),
  'req-meta-client-info': should('client', 'E', 'basic/index#_meta'),
  'req-meta-missing-accepted': must('server', 'E', 'basic/index#_meta'),
  'req-meta-client-info-demanded': mustNot('server', 'E', 'basic/index#_meta', 'inferred'),
  'req-undeclared-capability-use': must('server', 'E', 'basic/index#_meta', 'heuristic'),
  'err-32021-data': must('server', 'E', 'schema#missingrequiredclientcapabilityerror'),
  'err-32022-data': must('server', 'E', 'basic/versioning#protocol-version-negotiation'),
  'unsupported-version-served': must('server', 'E', 'basic/versioning#protocol-version-negotiation'),
  'version-retry-choice': should('client', 'E', 'basic/versioning#protocol-version-negotiation'),
  'res-meta-server-info': should('server', 'E', 'basic/index#_meta', 'info', 'extra'),
  'modern-init-error-names-versions': should(
    'server',
    'E',
    'basic/versioning#backward-compatibility-with-initialization-based-versions',
    'extra',
  ),
});
