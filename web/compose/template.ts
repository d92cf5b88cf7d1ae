/** A message to start from, and the groups in which the templates are shown. */

/**
 * `answer`: to the server's open requests. `input`: what a result or task waits for. `unasked`: answers to nothing. `server`:
 * what only a server may send. `elsewhere`: what only other revisions have.
 */
export const TEMPLATE_GROUPS = [
  'answer',
  'input',
  'request',
  'notification',
  'unasked',
  'server',
  'elsewhere',
  'nonStandard',
] as const;
export type TemplateGroup = (typeof TEMPLATE_GROUPS)[number];

export interface Template {
  readonly group: TemplateGroup;
  readonly key: string;
  readonly method: string;
  readonly answers?: { readonly id: string; readonly outcome: 'result' | 'error' };
  readonly text: string;
}
