/** One thing that the server asks, whichever way it asks it, and the result that a person's draft of an answer stands for. */
import { policyAnswer, type Policy, type Root } from '#shared/driver';
import { isObject } from '#shared/jsonrpc';
import { exampleValue } from '#shared/mcp';
import { initialObject } from '../ui/form/initial.ts';
import { elicitationResult, firstResult, rootsResult, samplingResult } from './answers.ts';
import type { Draft, Mode } from './draft.svelte.ts';

export interface Question {
  readonly method: string;
  readonly params: { readonly [name: string]: unknown };
}

const KINDS = ['ping', 'roots/list', 'sampling/createMessage', 'elicitation/create'] as const;
export type QuestionKind = (typeof KINDS)[number] | 'other';

/** Which form a request is answered with; `other` has none and is answered as JSON. */
export const kindOf = ({ method }: Question): QuestionKind => KINDS.find((each) => each === method) ?? 'other';

/** URL mode (2025-11-25, client/elicitation): the person is asked to open a page. */
export function isUrlMode(question: Question): boolean {
  return kindOf(question) === 'elicitation/create' && question.params['mode'] === 'url';
}

/** True when the server asks for a task in place of the answer (2025-11-25, basic/utilities/tasks). */
function asksForTask({ method, params }: Question): boolean {
  // Some SDKs put `task` into tasks/get and its kin as well.
  return (method === 'sampling/createMessage' || method === 'elicitation/create') && isObject(params['task']);
}

/** The ways in which a request can be answered; an input of the per-request era can't be answered with an error. */
export function modesOf(question: Question, bare: boolean): readonly Mode[] {
  return [
    ...(kindOf(question) === 'other' ? [] : (['form'] as const)),
    ...(asksForTask(question) && !bare ? (['task'] as const) : []),
    'json',
    ...(bare ? [] : (['error'] as const)),
  ];
}

/** JSON text of the content of an elicitation's form: what was filled in, else the schema's defaults. */
export function contentOf({ params }: Question, draft: Draft): string {
  return draft.content ?? initialObject(params['requestedSchema']);
}

export function rootsOf(draft: Draft, policy: Policy | undefined): readonly Root[] {
  return draft.roots ?? policy?.roots ?? [];
}

function formedResult(question: Question, draft: Draft, policy: Policy | undefined): string {
  switch (kindOf(question)) {
    case 'roots/list':
      return rootsResult(rootsOf(draft, policy));
    case 'sampling/createMessage':
      return samplingResult(draft.sampling);
    case 'elicitation/create':
      return draft.action === 'accept' && !isUrlMode(question)
        ? elicitationResult('accept', contentOf(question, draft))
        : elicitationResult(draft.action);
    case 'ping':
      return '{}';
    case 'other':
      return firstResult(question.method, question.params, draft.began);
  }
}

export function resultOf(question: Question, draft: Draft, mode: Mode, policy: Policy | undefined): string {
  if (mode === 'task') return draft.task;
  return (mode === 'json' ? draft.json : undefined) ?? formedResult(question, draft, policy);
}

export const modeOf = ({ mode }: Draft, modes: readonly Mode[]): Mode =>
  modes.includes(mode) ? mode : (modes[0] ?? 'json');

/** Fill in what the policy would answer, for a question that waits although there is such an answer. */
export function prefill(draft: Draft, { method, params }: Question, policy: Policy): void {
  if (draft.filled) return;
  draft.filled = true;
  const answer = policyAnswer(method, params, policy);
  if (typeof answer !== 'string' || method === 'roots/list') return;
  if (method === 'elicitation/create' && policy.elicitation.mode === 'defaults')
    draft.content = JSON.stringify(exampleValue(params['requestedSchema'] ?? { type: 'object' }));
  else {
    draft.mode = 'json';
    draft.json = answer;
  }
}
