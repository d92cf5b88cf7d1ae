/** Findings on screen: the panel, the marks, and what is told of one event. */
import type { Direction } from '#shared/recording';
import type { Level, Side } from '#shared/findings';
import { counted } from '#shared/words';

export const panel = {
  title: 'Findings',
  rows: 'Rules broken',
  filters: 'Filter findings',
  /** What was found, of how many rules. */
  summary: (findings: number, rules: number): string =>
    `${counted(findings, 'finding')}, ${counted(rules, 'rule')} broken`,
  checked: (checked: number, kept: number): string =>
    `${counted(checked, 'rule')} checked, ${kept.toLocaleString('en')} passed`,
  unchecked: (rules: number): string => `${counted(rules, 'rule')} could not be checked`,
  diagnosis: 'What goes wrong most',
  stop: '.',
  none: 'No broken rules so far.',
  noneOf: 'No findings match the filter.',
  nothingYet: 'Nothing to check yet. Rules are checked as messages arrive.',
  reading: (percent: number): string => `Checking… ${percent}%`,
  levels: { all: 'All levels', must: 'MUST only' },
  sides: { all: 'Both sides', client: 'Client', server: 'Server' },
  level: 'Level',
  side: 'Side',
  text: 'Find a rule',
  advice: (count: number): string => `Advice (${count.toLocaleString('en')})`,
  showAdvice: (n: number): string => `Show advice (${n.toLocaleString('en')})`,
  adviceHint: 'Show advice too. It breaks no rule of the specification, but often causes problems.',
  guesses: 'Heuristics',
  guessesHint: 'Show heuristic rules too. They judge by common practice and can be wrong.',
  times: (count: number): string => counted(count, 'time'),
  event: (s: string): string => `event ${s}`,
  levelName: (level: Level): string => (level === 'MAY-info' ? 'advice' : level),
  levelIn: (level: string, revision: string): string => (revision === '' ? level : `${level} in ${revision}`),
  brokenBy: (side: Side): string => `broken by the ${side}`,
  why: 'Why it matters',
  mend: { client: 'How to fix the client', server: 'How to fix the server' },
  section: (revision: string): string => `Specification ${revision}`,
  rests: 'Based on',
  follows: (cause: string): string => `Only follows from: ${cause}`,
  consequence: (sentence: string, rule: string): string => `Consequence: ${sentence} (\`${rule}\`)`,
  mute: 'Mute this rule for this server',
  muted: (rules: number): string => `${counted(rules, 'rule')} muted`,
  unmute: 'Unmute',
  mutedNow: (rule: string): string => `${rule} is muted for this server.`,
  undo: 'Undo',
  copyReport: 'Copy as bug report',
  reportSecrets: 'Include secrets in the bug report',
  report: {
    rule: 'Rule',
    brokenBy: 'Broken by',
    place: 'Place in the message',
    specification: 'Specification',
    restsOn: 'the finding is based on this',
    event: (s: number, dir: Direction | undefined): string =>
      dir === undefined ? `Event ${s}` : `Event ${s}, ${dir === 'c2s' ? 'client → server' : 'server → client'}`,
  },
  severity: { error: 'error', warning: 'warning', info: 'info' },
  mark: (count: number, title: string): string => (count === 1 ? `Finding: ${title}` : `${count} findings: ${title}`),
};
