/** What the client of a session does: a fold, one profile of many sessions, and clients beside each other. */
export { compareProfiles, medianOf, type ProfileRow } from './compare.ts';
export * from './facts.ts';
export { PROFILE } from './fold.ts';
export { mergeProfiles, profilesOf, type ClientProfile, type ProfiledSession, type Source } from './merge.ts';
export { profileRecording, sessionProfile, type ClientName, type SessionProfile } from './profile.ts';
