export { adviceOn } from './advice.ts';
export { forgetKept, KeptFile, type KeptEntry } from './kept-file.ts';
export { Consents, listenForCallback } from './loopback.ts';
export { stepFetchBy } from './step-fetch.ts';
export { AUTHORIZATION, AUTHORIZATION_HELP, readAuthorization, asJwk } from './options.ts';
