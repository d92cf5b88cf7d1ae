/** A finding as a text for the people who can mend it: what was broken, where the specification says so, and the bytes. */
import { fenced, inlineCode, markdownText } from '#shared/export';
import { levelOf, sectionUrl, sentenceOf, type Finding, type Rule } from '#shared/findings';
import type { FindingsWords } from '#shared/findings/words';
import {
  firstEvent,
  type EventList,
  type Recorded,
  type RecordingHeader,
  textOf,
  type WireEvent,
} from '#shared/recording';
import { planRedaction, redact, ShownRedactor } from '#shared/redact';
import type { panel } from '../session/finding-words/en.ts';

export interface ReportTexts extends FindingsWords {
  readonly panel: typeof panel;
}

export interface Reported {
  readonly finding: Finding;
  readonly rule: Rule;
  readonly header: RecordingHeader;
  readonly events: EventList;
  /** Names and versions of both sides, as far as they said them. */
  readonly client?: string | undefined;
  readonly server?: string | undefined;
}

const MAX_EVENT_CHARS = 64 * 1024;
/** So many events around each that is quoted, and at the beginning, tell what in it is secret. */
const NEAR = 100;

/** The report as markdown. `secrets` leaves them in. Never throws. */
export function bugReport(
  { finding, rule, header, events, client, server }: Reported,
  texts: ReportTexts,
  secrets: boolean,
): string {
  const { panel: t } = texts;
  const quoted = [...new Set([...finding.related, finding.at])].sort((a, b) => a - b);
  const { shown, found } = secrets
    ? { shown: events, found: finding.found }
    : withoutSecrets(header, events, quoted, finding.found);
  const facts: readonly (readonly [label: string, value: string | undefined])[] = [
    [
      t.report.rule,
      `${inlineCode(rule.id)} (${t.levelIn(t.levelName(levelOf(rule, finding.revision)), finding.revision)})`,
    ],
    [t.report.brokenBy, t.sides[finding.side]],
    [
      t.report.place,
      finding.pointer === undefined ? undefined : inlineCode(finding.pointer === '' ? '/' : finding.pointer),
    ],
    [t.sides.client, client === undefined ? undefined : markdownText(client)],
    [t.sides.server, server === undefined ? undefined : markdownText(server)],
    [t.report.specification, sectionUrl(rule, finding.revision, finding.found)],
  ];
  const words = texts.rules[rule.id];
  return (
    [
      `## ${markdownText(words?.title ?? rule.id)}`,
      sentenceOf(texts, { rule: rule.id, found }),
      facts.flatMap(([label, value]) => (value === undefined ? [] : [`- ${label}: ${value}`])).join('\n'),
      ...quoted.flatMap((s) => {
        const event = firstEvent(shown, (each) => each.s === s);
        if (!event) return [];
        const rests = s === finding.at ? '' : ` (${t.report.restsOn})`;
        return [`### ${t.report.event(s, 'dir' in event ? event.dir : undefined)}${rests}`, bytesIn(event)];
      }),
      ...(words ? [`### ${t.why}`, words.why] : []),
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  );
}

function bytesIn(event: WireEvent): string {
  if (event.k === 'message' || event.k === 'stderr') {
    if (event.b64 !== undefined) return fenced(event.b64, 'base64', MAX_EVENT_CHARS);
    const text = event.k === 'message' ? textOf(event) : (event.text ?? '');
    return fenced(text, event.k === 'message' && isJson(text) ? 'json' : 'text', MAX_EVENT_CHARS);
  }
  const { s: _, t: __, ...rest } = event;
  return fenced(JSON.stringify(rest, undefined, 2), 'json', MAX_EVENT_CHARS);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The quoted events and the values of the sentence, redacted by what passed around them. */
function withoutSecrets(
  header: RecordingHeader,
  events: EventList,
  quoted: readonly number[],
  found: readonly string[],
): { readonly shown: readonly WireEvent[]; readonly found: readonly string[] } {
  const near = [0, ...quoted].map((s) => [s - NEAR, s + NEAR] as const);
  const wanted = [...events].filter(({ s }) => near.some(([from, to]) => s >= from && s <= to));
  const recorded: Recorded = { header, events: wanted.map((each, s): WireEvent => ({ ...each, s })) };
  const clean = redact(recorded, planRedaction(recorded));
  const shown = [...clean.events].flatMap((each, at): WireEvent[] => {
    const s = wanted[at]?.s;
    return s === undefined ? [] : [{ ...each, s }];
  });
  return { shown, found: found.length === 0 ? found : new ShownRedactor([recorded]).redact([...found]) };
}
