/** The figures for each tool of a session as cells of a table. */
import { toolStatistics } from '#shared/operations';
import type { SessionLog } from '#shared/session';
import { duration, number, size, type Words } from '#shared/words';

/** The head, and a row for each method and name; the first cell is its name, the others are figures. */
export function statisticsTable(log: SessionLog, words: Words): { readonly head: string[]; readonly rows: string[][] } {
  const t = words.operations;
  const { locale } = words.common;
  const time = (ms: number | undefined): string => (ms === undefined ? '' : duration(ms * 1000, locale));
  const rows = toolStatistics(log).map(({ method, name, count, failures, p50, p95, longest, sent, received }) => [
    `${method} ${name}`,
    number(count, locale),
    number(
      Object.values(failures).reduce((a, b) => a + b, 0),
      locale,
    ),
    ...[p50, p95, longest].map(time),
    size(sent, words),
    size(received, words),
  ]);
  return { head: [t.name, t.count, t.failed, t.p50, t.p95, t.longest, t.sent, t.received], rows };
}
