/** A recording as a bug report in markdown: what was talked to, what went wrong, how to see it again, and the diagram. */
import type { Recorded } from '#shared/recording';
import { ENGLISH } from '#shared/words';
import { diagramOf, logOf, wanted } from './diagram.ts';
import { factsOf } from './facts.ts';
import { findingsOf } from './findings.ts';
import { inlineCode, markdownText } from './markdown-text.ts';
import { mermaidOf } from './mermaid.ts';
import { agreement, negotiatedSection } from './report-negotiated.ts';
import { operationSections } from './report-operations.ts';
import { relevantMessages, reproduction } from './report-messages.ts';
import type { MarkdownOptions } from './types.ts';

const MOST_ROWS = 120;

/** A bug report. Bounded: at most 120 rows of the diagram, 200 operations, 40 findings and about 60,000 characters of messages. */
export function toMarkdown(recorded: Recorded, options: MarkdownOptions = {}): string {
  const { words = ENGLISH } = options;
  const { colon } = words.common;
  const t = words.report;
  const log = logOf(recorded);
  const findings = findingsOf(log, words);
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
    `## ${t.findings}`,
    findings.lines.length === 0
      ? t.nothing
      : [...findings.lines, ...more(findings.left)].map((line) => `- ${line}`).join('\n'),
    ...findings.stderr,
    ...(notes.length === 0 ? [] : [`## ${t.notes}`, [...notes.slice(0, 100), ...more(notes.length - 100)].join('\n')]),
    ...negotiatedSection(log, words),
    ...operationSections(log, words, options.filter),
    `## ${t.steps}`,
    reproduction(recorded, words),
    ...relevantMessages(log, findings.events, words),
    `## ${t.diagram}`,
    `\`\`\`mermaid\n${mermaidOf(diagramOf(recorded, wanted(options, MOST_ROWS), log))}\`\`\``,
  ];
  return `${sections.join('\n\n')}\n`;
}
