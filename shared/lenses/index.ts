import { ASKED } from './asked.ts';
import { AUTHORIZATION } from './authorization.ts';
import { ELICITATIONS } from './elicitations.ts';
import { EXCHANGES } from './exchanges.ts';
import { HTTP_STEPS } from './http-steps.ts';
import { NOTES } from './notes.ts';
import { NOTICES } from './notices.ts';
import { TAP } from './tapped.ts';
import { USES } from './uses.ts';

export * from './asked.ts';
export * from './authorization.ts';
export * from './elicitations.ts';
export * from './exchanges.ts';
export * from './http-steps.ts';
export * from './negotiated.ts';
export * from './notes.ts';
export * from './notices.ts';
export { noticeParams, requestParams } from './params.ts';
export { USES } from './uses.ts';
export { TAP, type HeldMessage } from './tapped.ts';

/** The lenses that a page follows from the first event of a session on, so that no panel has to catch up when it opens. */
export const LENSES = [NOTES, EXCHANGES, NOTICES, ELICITATIONS, AUTHORIZATION, ASKED, HTTP_STEPS, USES, TAP] as const;
