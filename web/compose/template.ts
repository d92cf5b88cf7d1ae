/** A message to start from, and the groups in which the templates are shown. */

/**
 * `answer`: to the server's open requests. `input`: what a result or task waits for. `unasked`: answers to nothing. `server`:
 * what only a server may send. `elsewhere`: what only other revisions have.
 */
export type TemplateGroup =
  | 'answer'
  | 'input'
  | 'request'
  | 'notification'
  | 'server'
  | 'elsewhere'
  | 'unasked'
  | 'nonStandard';

export const TEMPLATE_GROUPS: readonly TemplateGroup[] = [
  'answer',
  'input',
  'request',
  'notification',
  'unasked',
  'server',
  'elsewhere',
  'nonStandard',
];

export interface Template {
  readonly group: TemplateGroup;
  /** Unique among the templates. */
  readonly key: string;
  readonly method: string;
  /** For answers: the request's id as it is shown, and which kind of answer. */
  readonly answers?: { readonly id: string; readonly outcome: 'result' | 'error' };
  readonly text: string;
}
