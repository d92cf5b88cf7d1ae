/** What was negotiated, as a part of a report: a comparison of both sides, and what each declared capability allows. */
import { negotiatedAt } from '#shared/lenses';
import type { SessionLog } from '#shared/session';
import { capabilityText, comparedRows, meaningOf, type Words } from '#shared/words';
import { inlineCode, markdownTable, markdownText } from './markdown-text.ts';

const MOST_CAPABILITIES = 60;

/** Characters of the sentences on what was agreed. */
const LONGEST = 1000;

/** What the last answer to `initialize` or `server/discover` means; nothing without one. */
export function agreement(log: SessionLog, words: Words): string[] {
  const last = log.operations.findLast(
    ({ method, outcome }) => outcome === 'result' && (method === 'initialize' || method === 'server/discover'),
  );
  return last?.closed === undefined ? [] : [markdownText(meaningOf(words, log, last.closed), LONGEST)];
}

/** A section of two tables; nothing where nothing was offered. */
export function negotiatedSection(log: SessionLog, words: Words): string[] {
  const t = words.negotiated;
  const negotiated = negotiatedAt(log, log.length - 1);
  const revision = negotiated.inForce ?? negotiated.answered[0] ?? negotiated.offered;
  if (revision === undefined) return [];
  const compared = comparedRows(negotiated, words).map(({ name, offered, answered, inForce }) =>
    [name, offered, answered, inForce].map(markdownText),
  );
  const capabilities = negotiated.capabilities.slice(0, MOST_CAPABILITIES).map((each) => {
    const { path, allows, used } = capabilityText(each, revision, words);
    return [markdownText(words.common[each.side]), inlineCode(path).replaceAll('|', '\\|'), markdownText(allows), used];
  });
  return [
    `## ${t.title}`,
    markdownTable(['', t.offered, t.answered, t.inForce], compared),
    ...(capabilities.length === 0 ? [] : [markdownTable(['', t.capability, t.allows, t.used], capabilities)]),
  ];
}
