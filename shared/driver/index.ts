export { answerText, giveInput, MOST_ROUNDS, policyAnswer } from './answers.ts';
export type { Authorizer, Challenge } from './authorizer.ts';
export type { RequestLimits } from './deadlines.ts';
export { MOST_MODELS, type AskModel } from './model-answers.ts';
export { MOST_PAGES } from './listing.ts';
export * from './policy.ts';
export { protocolHeaders } from './protocol-headers.ts';
export { perRequestRevision, requestText, type ClientInfo, type RequestFacts } from './request.ts';
export * from './session-host.ts';
