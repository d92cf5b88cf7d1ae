/** Statistics of each tool, prompt and resource of a session: request count, outcomes, durations and bytes. */
import { heldUntil, tapWaits, type Outcome, type SessionLog } from '#shared/session';
import { outcomeOf } from './outcome.ts';
import { lastOf } from './repeats.ts';

/** Outcomes that count as failures. `dropped` and `tap-answered` do not: the tap caused them, not the tool. */
export type ToolFailure = Exclude<Outcome, 'result' | 'silence' | 'dropped' | 'tap-answered'>;

export interface ToolStatistics {
  readonly method: string;
  readonly name: string;
  readonly count: number;
  /** Requests that are pending, or that a tap holds. */
  readonly open: number;
  /** Count of each outcome. */
  readonly failures: { readonly [failure in ToolFailure]: number };
  /**
   * Durations in milliseconds of requests that got a response, less the time that a tap held them; absent if none did.
   */
  readonly p50?: number;
  readonly p95?: number;
  readonly longest?: number;
  /** Bytes of the requests and of their responses. */
  readonly sent: number;
  readonly received: number;
}

export const failureCount = ({ failures }: ToolStatistics): number =>
  Object.values(failures).reduce((sum, count) => sum + count, 0);

/**
 * Methods whose subject is in a list of the server. The subject of other methods is a single value, such as a task id.
 */
const NAMED_METHODS: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

type Group = ReturnType<typeof newGroup>;

/**
 * One entry for each tool, prompt and resource that was requested, as of event `asOf`: grouped by method, methods and
 * names in the order of their first requests. Percentiles are nearest-rank, so p95 is a measured time. A request that
 * was refused and repeated with other headers counts once, with the outcome of the last repeat.
 */
export function toolStatistics(log: SessionLog, asOf = Infinity): ToolStatistics[] {
  const groups = new Map<string, Group>();
  for (const operation of log.operations) {
    const { opened, method, name, repeats, index, sent, openedAt } = operation;
    if (opened > asOf) break;
    if (method === undefined || name === undefined || !NAMED_METHODS.has(method)) continue;
    if (repeats !== undefined && log.operations.firstOf(index) !== index) continue;
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
  const ordered = [...groups.values()];
  const methods = new Set(ordered.map(({ method }) => method));
  return [...methods].flatMap((each) => ordered.filter(({ method }) => method === each).map(toStatistics));
}

const newGroup = (method: string, name: string) => ({
  method,
  name,
  count: 0,
  open: 0,
  failures: { error: 0, 'tool-error': 0, timeout: 0, cancelled: 0, 'no-answer': 0, ended: 0 },
  /** Milliseconds. */
  times: [] as number[],
  sent: 0,
  received: 0,
});

function toStatistics({ times, ...group }: Group): ToolStatistics {
  if (times.length === 0) return group;
  const sorted = Float64Array.from(times).sort();
  const rank = (percent: number): number => sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0;
  return { ...group, p50: rank(50), p95: rank(95), longest: rank(100) };
}
