/** What the client of a session does: a fold, one profile of many sessions, and clients beside each other. */
export { compareProfiles } from './compare.ts';
export { GROUPS, type Fact, type FactName } from './facts.ts';
export { PROFILE } from './fold.ts';
export { profilesOf, type ProfiledSession } from './merge.ts';
export { profileRecording, redactedProfile } from './profile.ts';
export { profileJson, profileMarkdown, profileText } from './tables.ts';
export { cellOf, labelOf, nameOf, type CellPart } from './format.ts';
