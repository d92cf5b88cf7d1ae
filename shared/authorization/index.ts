export { createAuthorizer, type AuthorizerOptions, type HttpAuthorizer, type Redirect } from './authorizer.ts';
export type { StepFetch, StepRequest, StepResponse } from './exchanges.ts';
export type { FailureCode } from './failure.ts';
export { Grants } from './grants.ts';
export { mayReach, networkOfAddress, networkOfHost, OutOfReach, type Network } from './networks.ts';
export { Masker } from './mask.ts';
export { followRedirects } from './redirects.ts';
export type { AuthorizationSettings } from './settings.ts';
