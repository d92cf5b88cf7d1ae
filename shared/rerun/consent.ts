/**
 * What of a recording goes to a live server without a person's consent, and what does not. A recording may come from a stranger:
 * nothing in it speaks for itself. Without consent goes what a list of methods allows, and calls of tools that the live server
 * itself marks as read-only, which is its word and no proof (`changeReason`). All else needs consent, and what is not understood
 * most of all.
 */
import { compactJson, foldedName, parsedObject } from '#shared/jsonrpc';
import { changeReason, type ToolMarks } from '#shared/session';
import { readUnambiguous } from './unambiguous.ts';
import type { ConsentReason, RecordedAnswer, SendStep } from './types.ts';

/** What a call may have; a call with more is one that some server understands otherwise. */
const OF_CALLS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta', 'task']);
/** Members of `params` that answer the server, or say where it was (2026-07-28, basic/patterns/mrtr). */
const OF_ANSWERS: ReadonlySet<string> = new Set(['inputresponses', 'requeststate']);

/** Why a text needs consent, else undefined. Without `marks` (live list unread) a call gives `call`. Never throws. */
function consentReason(text: string, marks?: ToolMarks): ConsentReason | undefined {
  const message = readUnambiguous(text);
  if (!message) return isAnswer(text) ? 'answer' : 'unclear';
  const { method, params } = message;
  if ([...params.keys()].some((name) => OF_ANSWERS.has(foldedName(name)))) return 'answer';
  return method === 'tools/call' ? callReason(params, marks) : changeReason(method);
}

/** The same of what a step sends: its bytes, and how they go over HTTP. */
export function sendReason(
  { b64, http }: Pick<SendStep, 'b64' | 'http'>,
  text: string,
  marks?: ToolMarks,
): ConsentReason | undefined {
  if (b64 !== undefined) return 'unclear';
  const reason = consentReason(text, marks);
  return http && (reason === undefined || reason === 'call') ? 'http' : reason;
}

function callReason(params: ReadonlyMap<string, string>, marks: ToolMarks | undefined): ConsentReason | undefined {
  if ([...params.keys()].some((name) => !OF_CALLS.has(name))) return 'unclear';
  const name: unknown = JSON.parse(params.get('name') ?? 'null');
  if (typeof name !== 'string' || /\p{Surrogate}/u.test(name)) return 'unclear';
  return changeReason('tools/call', name, marks);
}

function isAnswer(text: string): boolean {
  const value = parsedObject(text);
  return value !== undefined && !('method' in value) && ('result' in value || 'error' in value);
}

/** In the set of what has consent: the recorded answers that need it. No event has this number. */
export const ANSWERS = -1;

/** Answers given only with consent: accepted forms and model texts may make the server act, roots give it folders. */
export function answersToAgree({ answers }: { readonly answers: readonly RecordedAnswer[] }): RecordedAnswer[] {
  return answers.filter(({ method, answer }) => answer && !isHarmless(method, answer));
}

const REFUSED: ReadonlySet<string> = new Set(['{"action":"decline"}', '{"action":"cancel"}']);

/** Refusals, and that there are no roots: they agree to nothing. */
export function isHarmless(method: string, { outcome, json }: NonNullable<RecordedAnswer['answer']>): boolean {
  if (outcome === 'error' || method === 'ping') return true;
  if (method === 'roots/list') return onOneLine(json) === '{"roots":[]}';
  return method === 'elicitation/create' && REFUSED.has(onOneLine(json));
}

/** A JSON text without white space between its parts: over stdio an answer of several lines would be several messages. */
export const onOneLine = (json: string): string => compactJson(json).replace(/[\u2028\u2029]/g, escaped);

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16)}`;
