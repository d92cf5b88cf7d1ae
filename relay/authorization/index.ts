export { Consents } from './consents.ts';
export { listenForCallback, type LoopbackListener } from './loopback.ts';
export { stepFetch, stepFetchBy } from './step-fetch.ts';
