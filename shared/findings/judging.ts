/** What judges are written with: one face of the engine for all of them. */
export { judge, RENEWED, type About, type Answer, type Judge } from './judge.ts';
export { wholeMessage, type Turn } from './turn.ts';
export {
  jsonText,
  namesOf,
  overlap,
  pointerTo,
  quoted,
  areTexts,
  hasRedacted,
  isRedacted,
  objectAt,
  sameValue,
} from './values.ts';
export { askedKey, LIST_KEYS, sideOf, taskKey } from './session-facts.ts';
export type {
  Asked,
  AskedKey,
  Ended,
  Exchange,
  ListName,
  Listed,
  SessionFacts,
  Task,
  TaskKey,
  TokenKey,
} from './session-facts.ts';
export { emptyTables, isTaskEnded, keep, Recent } from '#shared/session';
export { clientCapabilities, declares, isPerRequest, published } from './in-force.ts';
export {
  accepted,
  addressOf,
  isApart,
  isElsewhere,
  isForeign,
  isLoopback,
  isModern,
  isProbe,
  isSuccess,
  mediaType,
  openingPost,
} from './http-exchange.ts';
export type { Rule, Side } from './rule.ts';
