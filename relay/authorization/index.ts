export { adviceOn } from './advice.ts';
export { forgetKept } from './forget.ts';
export { KeptFile, type KeptEntry } from './kept-file.ts';
export { Consents } from './consents.ts';
export { listenForCallback } from './loopback.ts';
export { stepFetchBy } from './step-fetch.ts';
export { AUTHORIZATION, AUTHORIZATION_HELP, readAuthorization } from './options.ts';
export { asJwk } from './private-key.ts';
