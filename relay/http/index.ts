export { failureOf, NetworkFailure } from './failure.ts';
export type { Resolve } from './guarded-lookup.ts';
export { hop } from './hop.ts';
export { placeOf } from './places.ts';
export { preflight } from './preflight.ts';
export { relayFetch, relayFetchBy } from './relay-fetch.ts';
export { commonRoad, Road } from './road.ts';
