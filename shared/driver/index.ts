export { answerText, giveInput, MAX_ROUND_COUNT, policyAnswer } from './answers.ts';
export type { Authorizer, Challenge } from './authorizer.ts';
export type { RequestLimits } from './deadlines.ts';
export { MAX_MODEL_COUNT, type AskModel } from './model-answers.ts';
export { MAX_PAGE_COUNT } from './listing.ts';
export * from './policy.ts';
export { protocolHeaders } from './protocol-headers.ts';
export { perRequestRevision, requestText, type ClientInfo, type RequestFacts } from './request.ts';
export * from './session-host.ts';
