/** Findings as marks: in the text of the message that they are about, and in rows. */
import type { Finding } from '#shared/findings';
import type { EditorMark } from '../ui/editor/monaco.ts';
import { findingTexts } from './finding-texts.svelte.ts';
import { findingsOf, type FindingMark } from './findings.svelte.ts';
import type { SessionView } from './session-view.svelte.ts';

/** One mark for each, at the beginning of a message for what no place in it says; none until the words have come. Reactive. */
export function marksOf(view: SessionView, found: readonly Finding[]): EditorMark[] {
  const texts = findingTexts.now;
  const findings = findingsOf(view);
  const { rules } = findings;
  if (!texts || !rules) return [];
  return found.map((finding) => {
    const { pointer = '', item } = finding;
    // The editor shows text as it is.
    const message = `${texts.rules[finding.rule]?.title ?? finding.rule}\n${rules.sentenceOf(texts, finding)}`;
    const place = item === undefined ? pointer : `/${item}${pointer}`;
    return { pointer: place, message: message.replaceAll('`', ''), severity: findings.severityOf(finding) };
  });
}

export type RowMark = FindingMark & { readonly label: string };

/** The mark of a row that stands for these events, given in ascending order; undefined until the words have come. Reactive. */
export function rowMark(view: SessionView, events: readonly number[]): RowMark | undefined {
  const findings = findingsOf(view);
  const mark = findings.markOf(findings.events(events));
  const texts = findingTexts.now;
  return mark && texts && { ...mark, label: texts.panel.mark(mark.count, texts.rules[mark.finding.rule]?.title ?? '') };
}
