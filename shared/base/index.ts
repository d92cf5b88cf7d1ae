export { countBefore, countBelow } from './search.ts';
export { longestIncreasing } from './rising.ts';
