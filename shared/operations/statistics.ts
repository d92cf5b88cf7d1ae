/** Figures for each tool, prompt or resource of a session: how often it was asked for, how that ended, and how long it took. */
import { heldUntil, tapWaits, type Outcome, type SessionLog } from '#shared/session';
import { outcomeOf } from './outcome.ts';
import { lastOf, lineOf } from './repeats.ts';

/** What a tap did is nothing that a tool did. */
export type ToolFailure = Exclude<Outcome, 'result' | 'silence' | 'dropped' | 'tap-answered'>;

export interface ToolStatistics {
  readonly method: string;
  readonly name: string;
  readonly count: number;
  readonly open: number;
  /** How many ended in each way that is not a result. */
  readonly failures: { readonly [failure in ToolFailure]: number };
  /** Milliseconds of those that a response ended, without what a tap held; absent when there is none. */
  readonly p50?: number;
  readonly p95?: number;
  readonly longest?: number;
  /** Bytes of the requests and of their responses. */
  readonly sent: number;
  readonly received: number;
}

export const failedIn = ({ failures }: ToolStatistics): number =>
  Object.values(failures).reduce((sum, each) => sum + each, 0);

/** What the server offers by name. Other requests are about a value of their own, such as the id of a task. */
const CALLED: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

type Group = ReturnType<typeof newGroup>;

/**
 * Figures for each tool, prompt and resource that was asked for, in the order of their first request, as of event `asOf`. Percentiles are by nearest rank: p95 is the
 * shortest time that at least 95 % of the times do not exceed, and always one that was measured. What repeats a request counts with it.
 */
export function toolStatistics(log: SessionLog, asOf = Infinity): ToolStatistics[] {
  const groups = new Map<string, Group>();
  for (const operation of log.operations) {
    const { opened, method, name, repeats, index, sent, openedAt } = operation;
    if (opened > asOf) break;
    if (method === undefined || name === undefined || !CALLED.has(method)) continue;
    if (repeats !== undefined && lineOf(log, index) !== index) continue;
    const key = `${method} ${name}`;
    const group = groups.get(key) ?? newGroup(method, name);
    groups.set(key, group);
    const last = lastOf(log, operation, asOf);
    const outcome = outcomeOf(last, log, asOf);
    group.count++;
    group.sent += sent;
    if (outcome === 'open' || outcome === 'held') {
      group.open++;
      continue;
    }
    group.received += last.received ?? 0;
    if (outcome in group.failures) group.failures[outcome as ToolFailure]++;
    if (outcome === 'result' || outcome === 'error' || outcome === 'tool-error') {
      const end = last.closedAt ?? openedAt;
      group.times.push((end - openedAt - heldUntil(tapWaits(log, last, asOf), end)) / 1000);
    }
  }
  const all = [...groups.values()];
  const methods = new Set(all.map(({ method }) => method));
  return [...methods].flatMap((each) => all.filter(({ method }) => method === each).map(figuresOf));
}

const newGroup = (method: string, name: string) => ({
  method,
  name,
  count: 0,
  open: 0,
  failures: { error: 0, 'tool-error': 0, timeout: 0, cancelled: 0, 'no-answer': 0, ended: 0 },
  times: [] as number[],
  sent: 0,
  received: 0,
});

function figuresOf({ times, ...group }: Group): ToolStatistics {
  if (times.length === 0) return group;
  const sorted = Float64Array.from(times).sort();
  const rank = (percent: number): number => sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0;
  return { ...group, p50: rank(50), p95: rank(95), longest: rank(100) };
}
