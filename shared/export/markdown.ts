/** A recording as a bug report in markdown: what was talked to, what went wrong, how to see it again, and the diagram. */
import type { Recorded } from '#shared/recording';
import { diagramOf, logOf, wanted } from './diagram.ts';
import { factsOf } from './facts.ts';
import { findingsOf } from './findings.ts';
import { inlineCode, markdownText } from './markdown-text.ts';
import { mermaidOf } from './mermaid.ts';
import { relevantMessages, reproduction } from './report-messages.ts';
import type { MarkdownOptions } from './types.ts';

const MOST_ROWS = 120;

/** A bug report. Bounded: at most 120 rows of the diagram, 40 findings and about 60,000 characters of messages. */
export function toMarkdown(recorded: Recorded, options: MarkdownOptions = {}): string {
  const log = logOf(recorded);
  const findings = findingsOf(log);
  const title = markdownText(options.title ?? recorded.header.title) || 'MCP session';
  const notes = log.events.flatMap((event) =>
    event.k === 'note' ? [`- event ${event.at}: ${markdownText(event.text)}`] : [],
  );
  const sections = [
    `# ${title}`,
    ...(options.comment ? [options.comment] : []),
    factsOf(recorded, log)
      .map(([name, value]) => `- **${name}:** ${inlineCode(value)}`)
      .join('\n'),
    '## What happened',
    findings.lines.length === 0
      ? 'Nothing went wrong as far as the recording shows.'
      : [...findings.lines, ...more(findings.left, 'more')].map((line) => `- ${line}`).join('\n'),
    ...findings.stderr,
    ...(notes.length === 0
      ? []
      : ['## Notes', [...notes.slice(0, 100), ...more(notes.length - 100, 'more')].join('\n')]),
    '## Steps',
    reproduction(recorded),
    ...relevantMessages(log, findings.events),
    '## Sequence diagram',
    `\`\`\`mermaid\n${mermaidOf(diagramOf(recorded, wanted(options, MOST_ROWS), log))}\`\`\``,
  ];
  return `${sections.join('\n\n')}\n`;
}

const more = (left: number, what: string): string[] => (left > 0 ? [`… and ${left} ${what}`] : []);
