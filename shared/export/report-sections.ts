/** The findings of a report: each broken rule with its sentence, the events that broke it, why it matters, and how to mend it. */
import { addTo } from '#shared/base';
import type { BrokenRule, FindingsReport } from '#shared/findings';
import { duration, type Words } from '#shared/words';
import { formatJson } from '#shared/jsonrpc';
import { textOf, type MessageEvent, type Recorded } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { fenced, inlineCode, markdownTable, markdownText } from './markdown-text.ts';
import { cutTo } from './columns.ts';
import { answerOf, askedOf, placedLines, statisticsTable } from './operations.ts';

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
  const sentences = new Map<string, string[]>();
  for (const { at, places, text } of findings) addTo(sentences, text, labels.at(at, places));
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

const MAX_MESSAGE_CHARS = 4000;
const MAX_TOTAL_CHARS = 30_000;

/** Everything that the client sent as lines to send again, exactly as they were. */
export function reproduction({ header, events }: Recorded, { report: t }: Words): string {
  const lines: string[] = [];
  let length = 0;
  let left = 0;
  for (const event of events) {
    if (event.k !== 'message' || event.dir !== 'c2s') continue;
    const raw = event.b64 === undefined ? (event.raw ?? '') : `(base64) ${event.b64}`;
    if (left > 0 || raw.length > MAX_MESSAGE_CHARS || length + raw.length > MAX_TOTAL_CHARS) {
      left++;
      continue;
    }
    lines.push(raw);
    length += raw.length + 1;
  }
  if (lines.length + left === 0) return t.sentNothing;
  const rest = left === 0 ? [] : [t.further(left)];
  const heading = t.sent(t.sentTo[header.connection.transport]);
  return [heading, fenced(lines.join('\n'), 'json', MAX_TOTAL_CHARS + MAX_MESSAGE_CHARS), ...rest].join('\n\n');
}

/** The messages that findings are about, each with the request it answers; nothing when there are none. */
export function relevantMessages(log: SessionLog, findings: readonly number[], words: Words): string[] {
  const wanted = new Set<number>();
  for (const s of findings) {
    const operation = log.operationOf(s);
    if (operation) wanted.add(operation.opened);
    if (log.event(s)?.k === 'message') wanted.add(s);
  }
  const { common, report } = words;
  const parts: string[] = [];
  let length = 0;
  for (const s of [...wanted].sort((a, b) => a - b)) {
    const event = log.event(s);
    if (event?.k !== 'message' || length > MAX_TOTAL_CHARS) continue;
    const block = messageBlock(event, log.notes.get(s)?.kind);
    length += block.length;
    const way = event.dir === 'c2s' ? common.clientToServer : common.serverToClient;
    parts.push(`${report.message(s, way)}\n\n${block}`);
  }
  return parts.length === 0 ? [] : [`## ${report.messages}`, ...parts];
}

function messageBlock(event: MessageEvent, kind: string | undefined): string {
  if (event.b64 !== undefined) return fenced(event.b64, 'base64', MAX_MESSAGE_CHARS);
  const text = textOf(event);
  // Laying out what is no JSON would hide what is wrong with it; what is shown in part only is left as it is.
  if (kind === 'malformed') return fenced(text, 'text', MAX_MESSAGE_CHARS);
  return text.length > MAX_MESSAGE_CHARS
    ? fenced(text, 'json', MAX_MESSAGE_CHARS)
    : fenced(formatJson(text), 'json', MAX_MESSAGE_CHARS * 4);
}

const MAX_LINE_COUNT = 200;
const MAX_TOOL_COUNT = 100;
const MAX_CELL_COLUMNS = 80;
/** What stands before a question of the other side, under the operation during which it was asked. */
const NESTED = '└ ';

/** Two sections of tables, the second where something was asked for by name; nothing without an operation. */
export function operationSections(log: SessionLog, words: Words, filter = ''): string[] {
  const t = words.operations;
  const { lines, left } = placedLines(log, { most: MAX_LINE_COUNT, filter, found: undefined, words });
  if (lines.length === 0) return [];
  const rows = lines.map(({ line, depth }) => {
    const { operation } = line;
    const asked = `${depth === 1 ? NESTED : ''}${cell(askedOf(line, words))}`;
    const took = line.took === undefined ? '' : duration(line.took, words.common.locale);
    return [String(operation.opened), asked, cell(answerOf(line, words)), took];
  });
  const statistics = statisticsTable(log, words);
  const tools = statistics.rows.slice(0, MAX_TOOL_COUNT).map(([name = '', ...figures]) => [cell(name), ...figures]);
  return [
    `## ${t.title}`,
    markdownTable([t.number, t.operation, t.answer, t.time], rows, [0, 3]),
    ...(left > 0 ? [t.more(left)] : []),
    ...(tools.length === 0
      ? []
      : [
          `## ${t.statistics}`,
          markdownTable(statistics.head, tools, [1, 2, 3, 4, 5, 6, 7]),
          ...(statistics.rows.length > MAX_TOOL_COUNT
            ? [words.report.more(statistics.rows.length - MAX_TOOL_COUNT)]
            : []),
        ]),
  ];
}

const cell = (text: string): string => markdownText(cutTo(text, MAX_CELL_COLUMNS));
