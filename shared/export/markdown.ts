/** A recording as a bug report in markdown: what was talked to, what went wrong, how to see it again, and the diagram. */
import type { Recorded } from '#shared/recording';
import { ENGLISH } from '#shared/words';
import { diagramOf, logOf, wanted } from './diagram.ts';
import { factsOf } from './facts.ts';
import { inlineCode, markdownText } from './markdown-text.ts';
import { mermaidOf } from './mermaid.ts';
import { findingsSection } from './report-findings.ts';
import { agreement, negotiatedSection } from './report-negotiated.ts';
import { operationSections } from './report-operations.ts';
import { relevantMessages, reproduction } from './report-messages.ts';
import { troublesOf } from './troubles.ts';
import type { MarkdownOptions } from './types.ts';

const MOST_ROWS = 120;

/** A bug report. Bounded: at most 120 rows of the diagram, 200 operations, 50 broken rules, 40 other troubles and about 60,000 characters of messages. */
export function toMarkdown(recorded: Recorded, options: MarkdownOptions = {}): string {
  const { words = ENGLISH, findings } = options;
  const { colon } = words.common;
  const t = words.report;
  const log = logOf(recorded);
  const broken = findings?.broken.flatMap((each) => each.findings.map(({ at }) => at)) ?? [];
  const troubles = troublesOf(log, words, new Set(broken));
  const title = markdownText(options.title ?? recorded.header.title) || t.session;
  const more = (left: number): string[] => (left > 0 ? [t.more(left)] : []);
  const notes = log.events.flatMap((event) =>
    event.k === 'note' ? [`- ${t.event(event.at)}${colon}${markdownText(event.text)}`] : [],
  );
  const sections = [
    `# ${title}`,
    ...(options.comment ? [options.comment] : []),
    factsOf(recorded, log, words)
      .map(([name, value]) => `- **${name}${colon.trim()}** ${inlineCode(value)}`)
      .join('\n'),
    ...agreement(log, words),
    ...(findings ? findingsSection(findings, words) : []),
    `## ${t.findings}`,
    troubles.lines.length === 0
      ? broken.length > 0
        ? t.nothingElse
        : t.nothing
      : [...troubles.lines, ...more(troubles.left)].map((line) => `- ${line}`).join('\n'),
    ...troubles.stderr,
    ...(notes.length === 0 ? [] : [`## ${t.notes}`, [...notes.slice(0, 100), ...more(notes.length - 100)].join('\n')]),
    ...negotiatedSection(log, words),
    ...operationSections(log, words, options.filter),
    `## ${t.steps}`,
    reproduction(recorded, words),
    ...relevantMessages(log, [...troubles.events, ...broken], words),
    `## ${t.diagram}`,
    `\`\`\`mermaid\n${mermaidOf(diagramOf(recorded, wanted(options, MOST_ROWS), log))}\`\`\``,
  ];
  return `${sections.join('\n\n')}\n`;
}
