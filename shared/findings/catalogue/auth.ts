/** The rules of `auth`: facts, in the order in which they are shown. */
import { describeRules, must, mustNot, should, shouldNot } from '../rule.ts';

export const AUTH = describeRules('auth', {
  'auth-401-required': must(
    'server',
    'B-E',
    [
      ['B', 'basic/authorization#error-handling'],
      ['E', 'basic/authorization/index#error-handling'],
    ],
    { transport: 'streamable-http' },
  ),
  'auth-401-www-authenticate': must('server', 'C', 'basic/authorization#authorization-server-location', {
    hidden: true,
    transport: 'streamable-http',
  }),
  'auth-401-discoverable': must(
    'server',
    'D-E',
    [
      ['D', 'basic/authorization#protected-resource-metadata-discovery-requirements'],
      ['E', 'basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements'],
    ],
    { hidden: true, transport: 'streamable-http' },
  ),
  'auth-prm-order': must(
    'client',
    'D-E',
    [
      ['D', 'basic/authorization#protected-resource-metadata-discovery-requirements'],
      ['E', 'basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements'],
    ],
    { hidden: true, transport: 'streamable-http' },
  ),
  'auth-prm-servers': must(
    'server',
    'C-E',
    [
      ['C', 'basic/authorization#authorization-server-location'],
      ['E', 'basic/authorization/authorization-server-discovery#authorization-server-location'],
    ],
    { transport: 'streamable-http' },
  ),
  'auth-as-issuer-match': must(
    'client',
    'E',
    'basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery',
    { transport: 'streamable-http' },
  ),
  'auth-endpoints-https': must(
    'server',
    'B-E',
    [
      ['B', 'basic/authorization#security-considerations'],
      ['C', 'basic/authorization#communication-security'],
      ['E', 'basic/authorization/security-considerations#communication-security'],
    ],
    { transport: 'streamable-http' },
  ),
  'auth-redirect-uri': must(
    'client',
    'B-E',
    [
      ['B', 'basic/authorization#security-considerations'],
      ['C', 'basic/authorization#communication-security'],
      ['E', 'basic/authorization/security-considerations#communication-security'],
    ],
    { transport: 'streamable-http' },
  ),
  'auth-pkce': must(
    'client',
    'B-E',
    [
      ['B', 'basic/authorization#implementation-requirements'],
      ['C', 'basic/authorization#authorization-code-protection'],
      ['E', 'basic/authorization/security-considerations#authorization-code-protection'],
    ],
    { transport: 'streamable-http' },
  ),
  'auth-pkce-s256': must(
    'client',
    'D-E',
    [
      ['D', 'basic/authorization#authorization-code-protection'],
      ['E', 'basic/authorization/security-considerations#authorization-code-protection'],
    ],
    { transport: 'streamable-http' },
  ),
  'auth-pkce-unsupported': must(
    'client',
    'D-E',
    [
      ['D', 'basic/authorization#authorization-code-protection'],
      ['E', 'basic/authorization/security-considerations#authorization-code-protection'],
    ],
    { transport: 'streamable-http' },
  ),
  'auth-resource-param': must(
    'client',
    'C-E',
    [
      ['C', 'basic/authorization#resource-parameter-implementation'],
      ['E', 'basic/authorization/index#resource-parameter-implementation'],
    ],
    { transport: 'streamable-http' },
  ),
  'auth-resource-canonical': must(
    'client',
    'C-E',
    [
      ['C', 'basic/authorization#canonical-server-uri'],
      ['E', 'basic/authorization/index#canonical-server-uri'],
    ],
    { transport: 'streamable-http' },
  ),
  'auth-iss-checked': must('client', 'E', 'basic/authorization/index#authorization-response-validation', {
    transport: 'streamable-http',
  }),
  'auth-token-in-query': mustNot(
    'client',
    'B-E',
    [
      ['B', 'basic/authorization#token-requirements'],
      ['E', 'basic/authorization/index#token-requirements'],
    ],
    { transport: 'streamable-http' },
  ),
  'auth-bearer-every-request': must(
    'client',
    'B-E',
    [
      ['B', 'basic/authorization#token-requirements'],
      ['E', 'basic/authorization/index#token-requirements'],
    ],
    { transport: 'streamable-http' },
  ),
  'auth-insufficient-scope': should(
    'server',
    'D-E',
    [
      ['D', 'basic/authorization#runtime-insufficient-scope-errors'],
      ['E', 'basic/authorization/index#runtime-insufficient-scope-errors'],
    ],
    { hidden: true, transport: 'streamable-http' },
  ),
  'auth-offline-access-scope': shouldNot('server', 'E', 'basic/authorization/index#refresh-tokens', {
    transport: 'streamable-http',
  }),
  'auth-dcr-application-type': must(
    'client',
    'E',
    'basic/authorization/client-registration#application-type-and-redirect-uri-constraints',
    { transport: 'streamable-http' },
  ),
  'auth-cimd-client-id': must(
    'client',
    'D-E',
    [
      ['D', 'basic/authorization#implementation-requirements'],
      ['E', 'basic/authorization/client-registration#implementation-requirements'],
    ],
    { transport: 'streamable-http' },
  ),
  'auth-prm-resource-match': must(
    'client',
    'C-E',
    [
      ['C', 'basic/authorization#resource-parameter-implementation'],
      ['E', 'basic/authorization/index#resource-parameter-implementation'],
    ],
    { transport: 'streamable-http', extra: true, inferred: true },
  ),
  'auth-as-metadata-order': must(
    'client',
    'D-E',
    [
      ['D', 'basic/authorization#authorization-server-metadata-discovery'],
      ['E', 'basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery'],
    ],
    { transport: 'streamable-http', extra: true },
  ),
  'auth-state': should(
    'client',
    'C-E',
    [
      ['C', 'basic/authorization#open-redirection'],
      ['E', 'basic/authorization/security-considerations#open-redirection'],
    ],
    { transport: 'streamable-http', extra: true },
  ),
  'auth-iss-advertised': must('server', 'E', 'basic/authorization/index#authorization-response-validation', {
    transport: 'streamable-http',
    extra: true,
  }),
  'auth-scope-in-challenge': should(
    'server',
    'D-E',
    [
      ['D', 'basic/authorization#protected-resource-metadata-discovery-requirements'],
      ['E', 'basic/authorization/index#scope-selection-strategy'],
    ],
    { severity: 'info', hidden: true, transport: 'streamable-http', extra: true },
  ),
  'auth-retry-limit': should(
    'client',
    'D-E',
    [
      ['D', 'basic/authorization#step-up-authorization-flow'],
      ['E', 'basic/authorization/index#step-up-authorization-flow'],
    ],
    { transport: 'streamable-http', heuristic: true, extra: true },
  ),
  'auth-credentials-cross-as': mustNot(
    'client',
    'E',
    'basic/authorization/client-registration#authorization-server-binding',
    { transport: 'streamable-http', extra: true },
  ),
  'auth-legacy-base-url': must('client', 'B', 'basic/authorization#authorization-base-url', {
    transport: 'streamable-http',
    extra: true,
  }),
});
