import type { FindingsWords } from '../types.ts';

const many = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

export const REPORT: FindingsWords['report'] = {
  severity: { error: 'error', warning: 'warning', info: 'info' },
  side: { client: 'client', server: 'server', both: 'client and server' },
  by: { server: 'What the server broke', client: 'What the client broke' },
  why: 'why',
  mend: 'fix',
  see: 'see',
  example: 'Example that breaks the rule',
  kept: 'Example that follows the rule',
  heuristic: 'Heuristic: checked only with --all.',
  leftOut: 'Not checked',
  absent: 'missing',
  misfit: (message) => message,
  event: (s) => `event ${s}`,
  levelIn: (level, revisions) => `${level} in ${revisions}`,
  also: (events, more) => `also at ${events}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`,
  follows: (s, rule, sentence) => `consequence at event ${s}: ${sentence} (\`${rule}\`)`,
  counts: ({ error, warning, info }) =>
    [
      error > 0 ? many(error, 'error') : '',
      warning > 0 ? many(warning, 'warning') : '',
      info > 0 ? `${info.toLocaleString('en')} info` : '',
    ]
      .filter((each) => each !== '')
      .join(', '),
  nothing: 'No rules broken',
  checked: (checked, broken, unchecked) =>
    `${many(checked, 'rule')} checked, ${broken} broken${unchecked > 0 ? `, ${unchecked} could not be checked` : ''}`,
  known: (findings) => `${many(findings, 'known finding')} from the baseline not shown`,
};
