export { sessionFailure, wordsSoFar, type Failure, silentOpening } from './failure.ts';
export { httpFailure } from './http-failure.ts';
export { hintIn, type HintKind } from './hint.ts';
export { pageTitle } from './page-title.ts';
export { unreachedReason } from './unreached.ts';
export { tellingLines } from './telling-lines.ts';
