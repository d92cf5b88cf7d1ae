/** The operations over time as Mermaid text (mermaid.js.org, gantt). */
import type { Interval } from '#shared/operations';
import type { Recorded } from '#shared/recording';
import { duration, type Words } from '#shared/words';
import { mermaidText } from './mermaid-text.ts';
import { answerOf, askedOf, operationsOf, type PlacedLine } from './operations.ts';
import type { DiagramOptions } from './types.ts';

const MAX_TEXT_CHARS = 48_000;
const MAX_LINE_COUNT = 200;
const MAX_ASKED_CHARS = 60;
const MAX_ANSWER_CHARS = 50;
/** Below this time (microseconds) the axis tells milliseconds. */
const SHORT_US = 10e6;

/**
 * The operations of a recording as a Gantt diagram: what goes wrong is critical, what is still open is active, and the time that a
 * person took, or a tap, has a line of its own. A bar has a millisecond at least, since Mermaid knows none below it. At most 200 operations and
 * 48,000 characters.
 */
export function operationsGantt(recorded: Recorded, options: DiagramOptions): string {
  const { log, words, lines, left } = operationsOf(recorded, options, MAX_LINE_COUNT);
  const end = log.events.at(-1)?.t ?? 0;
  const began = Date.parse(recorded.header.startedAt);
  const start = Number.isFinite(began) ? began : 0;
  const drawn = [
    'gantt',
    `  title ${mermaidText(recorded.header.title, 90) || words.report.session}`,
    '  dateFormat x',
    `  axisFormat ${end < SHORT_US ? '%S.%L' : '%H:%M:%S'}`,
    '  todayMarker off',
  ];
  let length = 0;
  let count = 0;
  for (const placed of lines) {
    const own = tasks(placed, start, end, words);
    length += own.join('').length + own.length * 3;
    if (length > MAX_TEXT_CHARS) break;
    drawn.push(...own.map((line) => `  ${line}`));
    count++;
  }
  const more = left + lines.length - count;
  if (more > 0 || lines.length === 0)
    drawn.push(
      `  ${mermaidText(more > 0 ? words.operations.more(more) : words.operations.none, 90)} :${time(start, 0)}`,
    );
  return `${drawn.join('\n')}\n`;
}

/** A task for the operation, and one for each time in which it waited for a person or at a tap. */
function tasks({ line, depth }: PlacedLine, start: number, end: number, words: Words): string[] {
  const { span, dir, trouble } = line;
  const to = span.to ?? end;
  const label = [
    // What begins with an arrow is none of the words that Mermaid knows.
    depth === 1 ? '↳' : dir === 'c2s' ? '→' : '←',
    mermaidText(askedOf(line, words), MAX_ASKED_CHARS),
    '→',
    mermaidText(answerOf(line, words), MAX_ANSWER_CHARS),
    ...(span.to === undefined
      ? []
      : [`(${mermaidText(duration(to - span.from, words.common.locale), MAX_ANSWER_CHARS)})`]),
  ].join(' ');
  const tags = [...(trouble ? ['crit'] : []), ...(span.to === undefined ? ['active'] : [])];
  const waits = (all: readonly Interval[], name: string): string[] =>
    all.map(
      (wait) =>
        `↳ ${mermaidText(name, MAX_ANSWER_CHARS)} :done, ${time(start + wait.from / 1000, (wait.to ?? end) - wait.from)}`,
    );
  return [
    `${label} :${[...tags, time(start + span.from / 1000, to - span.from)].join(', ')}`,
    ...waits(span.person, words.operations.person),
    ...waits(span.held, words.operations.held),
  ];
}

/** Beginning (milliseconds) and length (microseconds) of a task. */
const time = (from: number, length: number): string =>
  `${Math.floor(from)}, ${Math.max(1, Math.round(length / 1000))}ms`;
