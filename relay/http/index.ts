export { guardedLookup, type Resolve } from './guarded-lookup.ts';
export { hop } from './hop.ts';
export { placeOf } from './places.ts';
export { preflight } from './preflight.ts';
export { explainFetch, relayFetch, relayFetchBy } from './relay-fetch.ts';
