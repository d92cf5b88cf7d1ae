export { adviceOn } from './advice.ts';
export { forgetKept } from './forget.ts';
export { KeptFile, type KeptEntry } from './kept-file.ts';
export { Consents } from './consents.ts';
export { listenForCallback } from './loopback.ts';
export { stepFetchBy } from './step-fetch.ts';
export { AUTHORIZATION_HELP, AUTHORIZATION_OPTIONS, readAuthorization, type GivenAuthorization } from './options.ts';
export { asJwk } from './private-key.ts';
