/** The figures for each tool of a session as cells of a table. */
import { failedIn, toolStatistics } from '#shared/operations';
import type { SessionLog } from '#shared/session';
import { duration, number, size, type Words } from '#shared/words';

/** The head, and a row for each method and name; the first cell is its name, the others are figures. */
export function statisticsTable(log: SessionLog, words: Words): { readonly head: string[]; readonly rows: string[][] } {
  const t = words.operations;
  const { locale } = words.common;
  const time = (ms: number | undefined): string => (ms === undefined ? '' : duration(ms * 1000, locale));
  const rows = toolStatistics(log).map((tool) => [
    `${tool.method} ${tool.name}`,
    number(tool.count, locale),
    number(failedIn(tool), locale),
    ...[tool.p50, tool.p95, tool.longest].map(time),
    size(tool.sent, words),
    size(tool.received, words),
  ]);
  return { head: [t.name, t.count, t.failed, t.p50, t.p95, t.longest, t.sent, t.received], rows };
}
