/** The panel of broken rules. */
const many = (count: number, one: string): string => `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`;

export const panel = {
  title: 'Findings',
  rows: 'Broken rules',
  filters: 'Filter findings',
  /** What was found, of how many rules. */
  summary: (findings: number, rules: number): string => `${many(findings, 'finding')} of ${many(rules, 'rule')}`,
  checked: (checked: number, kept: number): string =>
    `${many(checked, 'rule')} checked, ${kept.toLocaleString('en')} kept`,
  unchecked: (rules: number): string => `${many(rules, 'rule')} could not be checked`,
  none: 'No broken rules so far.',
  noneOf: 'No finding passes the filter.',
  nothingYet: 'Nothing to check yet. Rules are checked as messages come.',
  reading: (percent: number): string => `Checking… ${percent} %`,
  levels: { all: 'All levels', must: 'MUST', should: 'SHOULD and above' },
  sides: { all: 'Both sides', client: 'Client', server: 'Server' },
  level: 'Level',
  side: 'Side',
  text: 'Find a rule',
  guesses: 'Guesses too',
  guessesHint: 'Heuristic rules guess from what is usual. They can be wrong.',
  times: (count: number): string => many(count, 'time'),
  event: (s: number): string => `event ${s}`,
  why: 'Why it matters',
  mend: { client: 'How to mend the client', server: 'How to mend the server' },
  section: (revision: string): string => `Specification ${revision}`,
  rests: 'Rests on',
  mute: 'Mute this rule for this server',
  muted: (rules: number): string => `${many(rules, 'rule')} muted`,
  unmute: 'Unmute',
  mutedNow: (rule: string): string => `${rule} is muted for this server.`,
  undo: 'Undo',
  copyReport: 'Copy as bug report',
  copied: 'The bug report is in the clipboard. Secrets are masked.',
  severity: { error: 'error', warning: 'warning', info: 'info' },
  mark: (count: number, title: string): string => (count === 1 ? `Finding: ${title}` : `${count} findings: ${title}`),
};
