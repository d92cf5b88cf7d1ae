/** The findings of a report: each broken rule with its sentence, the events that broke it, why it matters, and how to mend it. */
import type { BrokenRule, FindingsReport } from '#shared/findings';
import type { Words } from '#shared/words';
import { inlineCode, markdownText } from './markdown-text.ts';

const MAX_RULE_COUNT = 50;
const MAX_EVENT_COUNT = 5;
/** Characters of a sentence; those about a rule are longer than texts from the wire may be. */
const MAX_SENTENCE_CHARS = 600;

/** The section: the verdict, then a part for each rule, the worst first. */
export function findingsSection({ verdict, checked, broken, labels }: FindingsReport, words: Words): string[] {
  const { report: t } = words;
  const more = broken.length - MAX_RULE_COUNT;
  return [
    `## ${t.rules}`,
    `**${markdownText(verdict)}** · ${markdownText(checked)}`,
    ...broken.slice(0, MAX_RULE_COUNT).map((each) => ruleText(each, labels, words)),
    ...(more > 0 ? [t.more(more)] : []),
  ];
}

function ruleText(broken: BrokenRule, labels: FindingsReport['labels'], words: Words): string {
  const { rule, title, level, severity, side, findings, why, fix, section } = broken;
  const { report: t, common } = words;
  const { colon } = common;
  // The same sentence at several events is said once.
  const sentences = new Map<string, number[]>();
  for (const { at, text } of findings) sentences.set(text, [...(sentences.get(text) ?? []), at]);
  const told = [...sentences].slice(0, MAX_EVENT_COUNT).map(([text, events]) => {
    const more = events.length - MAX_EVENT_COUNT;
    return `- ${t.events(events.slice(0, MAX_EVENT_COUNT).join(', '), events.length)}${more > 0 ? ` ${t.more(more)}` : ''}${colon}${withCode(text)}`;
  });
  const follows = [...new Set(findings.flatMap(({ consequences }) => consequences))];
  const left = sentences.size - told.length;
  const said = (label: string, text: string): string => `- **${capital(label)}${colon.trim()}** ${withCode(text)}`;
  return [
    `### ${capital(labels.severity[severity])}${colon}${withCode(title)}`,
    '',
    `${level} · ${labels.side[side]} · [${inlineCode(rule)}](${section})`,
    '',
    ...told,
    ...(left > 0 ? [`- ${t.more(left)}`] : []),
    ...follows.slice(0, MAX_EVENT_COUNT).map((each) => `- ${withCode(each)}`),
    ...(follows.length > MAX_EVENT_COUNT ? [`- ${t.more(follows.length - MAX_EVENT_COUNT)}`] : []),
    ...(why === '' ? [] : [said(labels.why, why)]),
    ...(fix === '' ? [] : [said(labels.fix, fix)]),
  ].join('\n');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence in which code stands between backticks. */
function withCode(text: string): string {
  const cut = text.length > MAX_SENTENCE_CHARS ? `${text.slice(0, MAX_SENTENCE_CHARS)}…` : text;
  return cut
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? inlineCode(part.slice(1, -1)) : spaced(part)))
    .join('');
}

/** Words as they are in markdown, with the spaces at their ends, which part them from code. */
function spaced(text: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return `${before && ' '}${markdownText(inner, MAX_SENTENCE_CHARS)}${after && ' '}`;
}
