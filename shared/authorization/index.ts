export { HttpAuthorizer } from './authorizer.ts';
export type { StepFetch, StepRequest, StepResponse } from './exchanges.ts';
export type { FailureCode } from './failure.ts';
export { Grants, type KeptGrant, type KeptGrants } from './grants.ts';
export { mayReach, networkOfAddress, networkOfHost, OutOfReach, type Network } from './networks.ts';
export { Masker, type MaskerState } from './mask.ts';
export { revoke, type Revoked } from './revoke.ts';
export { followRedirects } from './redirects.ts';
export {
  CLIENT_AUTHS,
  DPOP_USES,
  GRANT_KINDS,
  protectedParameter,
  SECRET_SETTINGS,
  TEXT_SETTINGS,
  type AuthorizationSettings,
  type ClientAuth,
  type SecretSetting,
} from './settings.ts';
