/** Why a comparison came out as it did, in the language of the page. */
import type { Messages } from './i18n/index.svelte.ts';
import type { Headline, Reason } from './reason.ts';

/** `tool echo is gone`. */
function reasonWords({ finding, name, text, number, change, fact, fault, list }: Reason, now: Messages): string {
  const t = now.findings;
  const quoted = text === '' ? now.comparison.emptyLine : `“${text}”`;
  switch (finding.of) {
    case 'definition':
      return change ? t.definition(change.of, name, now.compare.reasons[finding.why]) : '';
    case 'operation':
      return t.operation[finding.why](name === '' ? now.comparison.malformed : name);
    case 'session':
      return fact ? t.session[finding.why](now.comparison.facts[fact], name, text) : '';
    case 'broken':
      return t.broken[finding.why](quoted, fault ? now.problems.faults[fault].title : '');
    case 'list':
      return list ? t.list[finding.why](list) : '';
    case 'latency':
      return t.latency[finding.why](name);
    case 'notification':
      return t.notification(name, number);
  }
}

/** The reason, and how many others there are that count. */
export function headlineWords({ worst, reason, counts }: Headline, now: Messages): string {
  if (!reason || worst === 'same' || worst === 'informational') return '';
  const isBreaking = worst === 'breaking';
  const also = now.findings.also(counts.breaking - (isBreaking ? 1 : 0), counts.changed - (isBreaking ? 0 : 1));
  return [reasonWords(reason, now), also].filter((each) => each !== '').join(' · ');
}
