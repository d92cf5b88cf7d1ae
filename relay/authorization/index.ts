export { Consents } from './consents.ts';
export { listenForCallback, type LoopbackListener } from './loopback.ts';
export { stepFetch } from './step-fetch.ts';
