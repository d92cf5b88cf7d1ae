import type { UnjudgedReason } from '../../finding.ts';
import type { Level, Severity } from '../../rule.ts';

const many = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

/** What reports about findings say around the rules. */
export const REPORT = {
  severity: { error: 'error', warning: 'warning', info: 'info' },
  side: { client: 'client', server: 'server', both: 'client and server' },
  /** Above what one side broke. */
  by: { server: 'What the server broke', client: 'What the client broke' },
  why: 'why',
  fix: 'fix',
  see: 'see',
  example: 'Example that breaks the rule',
  kept: 'Example that follows the rule',
  heuristic: 'Heuristic: checked only with --all.',
  /** Before the reason why a rule is never judged. */
  leftOut: 'Not checked',
  /** In the place of a value that is not there. */
  absent: 'missing',
  /** What the validator says of a value that does not fit a schema, which is given in English. */
  misfit: (message: string): string => message,
  /** An event's number; with `others`, that many places of it besides one that was told. */
  at: (s: number, places = 1, others = false): string =>
    others || places > 1 ? `${s} (${many(places, others ? 'more place' : 'place')})` : String(s),
  event: (at: string): string => `event ${at}`,
  levelIn: (level: Level, revisions: string): string => `${level} in ${revisions}`,
  /** Where else the same rule was broken: the first of the events, and how many more there are. */
  also: (events: string, more: number): string =>
    `also at ${events}${more > 0 ? ` and ${many(more, 'more event')}` : ''}`,
  follows: (s: number, rule: string, sentence: string): string =>
    `consequence at event ${s}: ${sentence} (\`${rule}\`)`,
  counts: ({ error, warning, info }: { readonly [severity in Severity]: number }): string =>
    [
      error > 0 ? many(error, 'error') : '',
      warning > 0 ? many(warning, 'warning') : '',
      info > 0 ? `${info.toLocaleString('en')} info` : '',
    ]
      .filter((each) => each !== '')
      .join(', '),
  nothing: 'No rules broken',
  checked: (checked: number, broken: number, unchecked: number): string =>
    `${many(checked, 'rule')} checked, ${broken} broken${unchecked > 0 ? `, ${unchecked} could not be checked` : ''}`,
  known: (findings: number): string => `${many(findings, 'known finding')} from the baseline not shown`,
};

export const UNSURE: { readonly [why in UnjudgedReason]: string } = {
  'begins-in-the-middle': 'The recording begins in the middle of the session.',
  'revision-unknown': 'The protocol version in force is not known.',
  'headers-hidden': 'Browsers hide some response headers from pages.',
  redacted: 'The value was redacted.',
  'too-large': 'The message is too large to be read completely, or was only partially recorded.',
  'events-missing': 'Events are missing from the recording.',
  'cut-short': 'The recording ends too early to tell.',
  'schema-unknown': 'The schema uses a dialect or keyword that cannot be checked here.',
  'one-connection': 'The rule compares two connections, but a recording contains only one.',
};
