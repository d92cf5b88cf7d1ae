/** A recording as a bug report in markdown: what was talked to, what went wrong, how to see it again, and the diagram. */
import { negotiatedOf, USES } from '#shared/lenses';
import type { Recorded } from '#shared/recording';
import type { SessionLog, SessionState } from '#shared/session';
import { ENGLISH, duration, reasonText, type Words, capabilityText, comparedRows, meaningOf } from '#shared/words';
import { diagramOf, logOf, wanted } from './diagram.ts';
import { inlineCode, markdownText, markdownTable } from './markdown-text.ts';
import { mermaidOf } from './mermaid.ts';
import { findingsSection, operationSections, relevantMessages, reproduction } from './report-sections.ts';
import { troublesOf } from './troubles.ts';
import type { MarkdownOptions } from './types.ts';

const MAX_ROW_COUNT = 120;

/** A bug report. Bounded: at most 120 rows of the diagram, 200 operations, 50 broken rules, 40 other troubles and about 60,000 characters of messages. */
export function toMarkdown(recorded: Recorded, options: MarkdownOptions = {}): string {
  const { words = ENGLISH, findings } = options;
  const { colon } = words.common;
  const t = words.report;
  const { log = logOf(recorded) } = options;
  const broken = findings?.broken.flatMap((each) => each.findings.map(({ at }) => at)) ?? [];
  const troubles = troublesOf(log, words, new Set(broken));
  const title = markdownText(options.title ?? recorded.header.title) || t.session;
  const more = (left: number): string[] => (left > 0 ? [t.more(left)] : []);
  const notes: string[] = [];
  for (const event of log.events)
    if (event.k === 'note') notes.push(`- ${t.event(event.at)}${colon}${markdownText(event.text)}`);
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
    `\`\`\`mermaid\n${mermaidOf(diagramOf(recorded, wanted({ ...options, log }, MAX_ROW_COUNT)))}\`\`\``,
  ];
  return `${sections.join('\n\n')}\n`;
}

function factsOf(recorded: Recorded, log: SessionLog, words: Words): [name: string, value: string][] {
  const { header, footer } = recorded;
  const { connection } = header;
  const { state } = log;
  const { common, report } = words;
  const t = report.facts;
  const facts: [string, string | undefined][] = [
    [t.server, party(state.server)],
    [t.client, party(state.client)],
    [t.revision, state.revision ?? (state.offered === undefined ? undefined : report.offered(state.offered))],
    [t.transport, connection.transport === 'stdio' ? 'stdio' : 'Streamable HTTP'],
    connection.transport === 'stdio'
      ? [t.command, [connection.command, ...connection.args].map(text).join(' ')]
      : [t.address, connection.url],
    [t.recorded, report.recorded(header.startedAt, common.events(log.length), duration(state.lastT, common.locale))],
    [t.by, [text(header.by?.name), text(header.by?.version), `(${header.route})`].filter(Boolean).join(' ')],
    [t.tags, header.tags?.join(', ')],
    [t.note, header.note],
    [t.commit, header.commit],
    [t.test, header.test],
    [t.ended, footer ? reasonText(footer.reason, words) : report.cutShort],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== '');
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function party({ info }: SessionState['server']): string | undefined {
  return info && [text(info.name), text(info.version)].filter(Boolean).join(' ');
}

const MAX_CAPABILITY_COUNT = 60;

const MAX_SENTENCE_CHARS = 1000;

/** What the last answer to `initialize` or `server/discover` means; nothing without one. */
function agreement(log: SessionLog, words: Words): string[] {
  const last = log.operations.findLast(
    ({ method, outcome }) => outcome === 'result' && (method === 'initialize' || method === 'server/discover'),
  );
  return last?.closed === undefined ? [] : [markdownText(meaningOf(words, log, last.closed), MAX_SENTENCE_CHARS)];
}

/** A section of two tables; nothing where nothing was offered. */
function negotiatedSection(log: SessionLog, words: Words): string[] {
  const t = words.negotiated;
  const negotiated = negotiatedOf(log.state, log.follow(USES));
  const revision = negotiated.inForce ?? negotiated.answered[0] ?? negotiated.offered;
  if (revision === undefined) return [];
  const compared = comparedRows(negotiated, words).map(({ name, offered, answered, inForce }) =>
    [name, offered, answered, inForce].map(markdownText),
  );
  const capabilities = negotiated.capabilities.slice(0, MAX_CAPABILITY_COUNT).map((each) => {
    const { path, allows, used } = capabilityText(each, revision, words);
    return [markdownText(words.common[each.side]), inlineCode(path).replaceAll('|', '\\|'), markdownText(allows), used];
  });
  return [
    `## ${t.title}`,
    markdownTable(['', t.offered, t.answered, t.inForce], compared),
    ...(capabilities.length === 0 ? [] : [markdownTable(['', t.capability, t.allows, t.used], capabilities)]),
  ];
}
