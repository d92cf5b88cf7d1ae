export { addTo } from './add-to.ts';
export { Columns } from './columns.ts';
export { defined, errorText } from './defined.ts';
export { MadeList } from './made-list.ts';
export { Numbers } from './numbers.ts';
export { countBefore, countBelow } from './search.ts';
export { longestIncreasing } from './rising.ts';
export { comparison, containing, FILTER_TOKEN, glob, SIZE_UNITS, unquote } from './tokens.ts';
export { isUrl } from './is-url.ts';
