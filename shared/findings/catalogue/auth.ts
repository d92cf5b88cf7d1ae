import { describeRules, info, must, mustNot, should, shouldNot } from '../rule.ts';

const SECURE = { B: 'basic/authorization#security-considerations', C: 'basic/authorization#communication-security' };

export const AUTH = describeRules('auth', 'streamable-http', {
  'auth-401-required': must('server', 'B-E', 'basic/authorization#error-handling'),
  'auth-401-www-authenticate': must('server', 'C', 'basic/authorization#authorization-server-location', 'hidden'),
  'auth-401-discoverable': must(
    'server',
    'D-E',
    'basic/authorization#protected-resource-metadata-discovery-requirements',
    'hidden',
  ),
  'auth-static-token': info(
    'server',
    'D-E',
    'basic/authorization#protected-resource-metadata-discovery-requirements',
    'hidden',
    'extra',
  ),
  'auth-prm-order': must(
    'client',
    'D-E',
    'basic/authorization#protected-resource-metadata-discovery-requirements',
    'hidden',
  ),
  'auth-prm-servers': must('server', 'C-E', 'basic/authorization#authorization-server-location'),
  'auth-as-issuer-match': must(
    'client',
    'E',
    'basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery',
  ),
  'auth-endpoints-https': must('server', 'B-E', SECURE),
  'auth-redirect-uri': must('client', 'B-E', SECURE),
  'auth-pkce': must('client', 'B-E', {
    B: 'basic/authorization#implementation-requirements',
    C: 'basic/authorization#authorization-code-protection',
  }),
  'auth-pkce-s256': must('client', 'D-E', 'basic/authorization#authorization-code-protection'),
  'auth-pkce-unsupported': must('client', 'D-E', 'basic/authorization#authorization-code-protection'),
  'auth-resource-param': must('client', 'C-E', 'basic/authorization#resource-parameter-implementation'),
  'auth-resource-canonical': must('client', 'C-E', 'basic/authorization#canonical-server-uri'),
  'auth-iss-checked': must('client', 'E', 'basic/authorization/index#authorization-response-validation'),
  'auth-token-in-query': mustNot('client', 'B-E', 'basic/authorization#token-requirements'),
  'auth-bearer-every-request': must('client', 'B-E', 'basic/authorization#token-requirements'),
  'auth-insufficient-scope': should('server', 'D-E', 'basic/authorization#runtime-insufficient-scope-errors', 'hidden'),
  'auth-offline-access-scope': shouldNot('server', 'E', 'basic/authorization/index#refresh-tokens'),
  'auth-dcr-application-type': must(
    'client',
    'E',
    'basic/authorization/client-registration#application-type-and-redirect-uri-constraints',
  ),
  'auth-cimd-client-id': must('client', 'D-E', 'basic/authorization#implementation-requirements'),
  'auth-prm-resource-match': must(
    'client',
    'C-E',
    'basic/authorization#resource-parameter-implementation',
    'extra',
    'inferred',
  ),
  'auth-as-metadata-order': must(
    'client',
    'D-E',
    'basic/authorization#authorization-server-metadata-discovery',
    'extra',
  ),
  'auth-state': should('client', 'C-E', 'basic/authorization#open-redirection', 'extra'),
  'auth-iss-advertised': must('server', 'E', 'basic/authorization/index#authorization-response-validation', 'extra'),
  'auth-scope-in-challenge': should(
    'server',
    'D-E',
    {
      D: 'basic/authorization#protected-resource-metadata-discovery-requirements',
      E: 'basic/authorization/index#scope-selection-strategy',
    },
    'info',
    'hidden',
    'extra',
  ),
  'auth-retry-limit': should('client', 'D-E', 'basic/authorization#step-up-authorization-flow', 'heuristic', 'extra'),
  'auth-credentials-cross-as': mustNot(
    'client',
    'E',
    'basic/authorization/client-registration#authorization-server-binding',
    'extra',
  ),
  'auth-legacy-base-url': must('client', 'B', 'basic/authorization#authorization-base-url', 'extra'),
});
