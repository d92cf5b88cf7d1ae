export { hop } from './hop.ts';
export { placeOf } from './places.ts';
export { preflight } from './preflight.ts';
export { explainFetch, relayFetch } from './relay-fetch.ts';
