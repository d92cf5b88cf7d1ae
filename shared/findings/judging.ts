/** What judges are written with: one face of the engine for all of them. */
export { judge, RENEWED, type About, type Answer, type Judge } from './judge.ts';
export { wholeMessage, type Turn } from './turn.ts';
export { jsonText, namesOf, overlap, pointerTo, quoted } from './told.ts';
export { askedKey, sideOf, taskKey } from './scene.ts';
export type { Asked, AskedKey, Ended, Exchange, ListName, Listed, Scene, Task, TaskKey, TokenKey } from './scene.ts';
export { Recent, emptyTables, keep } from './tables.ts';
export { areTexts, hasRedacted, isRedacted, objectAt, sameValue } from './values.ts';
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
} from './exchange.ts';
export type { Rule, Side } from './rule.ts';
