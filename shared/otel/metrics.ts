/** The histograms of the semantic conventions for MCP: how long requests and sessions took. */
import type { Direction } from '#shared/recording';
import type { Attributes, Histogram, HistogramPoint, Span } from './types.ts';

/** Boundaries of the buckets in seconds. */
export const BOUNDARIES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300] as const;

/** What a metric is grouped by; ids of requests and sessions would make a group of each. */
const GROUPED: ReadonlySet<string> = new Set([
  'mcp.method.name',
  'error.type',
  'gen_ai.operation.name',
  'gen_ai.tool.name',
  'gen_ai.prompt.name',
  'rpc.response.status_code',
  'mcp.protocol.version',
  'jsonrpc.protocol.version',
  'network.transport',
  'network.protocol.name',
  'server.address',
  'server.port',
]);

/** The metrics of ended spans, from the beginning of the session to its end. */
export function metricsOf(requests: readonly Span[], session: Span): Histogram[] {
  const operations = (sender: Direction): Histogram => ({
    name: 'mcp.client.operation.duration',
    description: 'The duration of a request as seen by its sender, until the response.',
    sender,
    points: pointsOf(
      requests.filter((span) => span.sender === sender),
      session,
    ),
  });
  const sessions: Histogram = {
    name: 'mcp.client.session.duration',
    description: 'The duration of the session as seen by the client.',
    sender: 'c2s',
    points: pointsOf([session], session),
  };
  return [operations('c2s'), sessions, operations('s2c')].filter(({ points }) => points.length > 0);
}

function pointsOf(spans: readonly Span[], { start, end }: Span): HistogramPoint[] {
  const groups = new Map<string, { readonly attributes: Attributes; readonly seconds: number[] }>();
  for (const span of spans) {
    const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => GROUPED.has(name)));
    const key = JSON.stringify(Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const group = groups.get(key) ?? { attributes, seconds: [] };
    groups.set(key, group);
    group.seconds.push(Number(span.end - span.start) / 1e9);
  }
  return [...groups.values()].map(({ attributes, seconds }) => {
    const point = { count: seconds.length, sum: 0, min: Infinity, max: 0, buckets: Array<number>(15).fill(0) };
    for (const each of seconds) {
      point.sum += each;
      point.min = Math.min(point.min, each);
      point.max = Math.max(point.max, each);
      const at = BOUNDARIES.findIndex((boundary) => each <= boundary);
      const bucket = at < 0 ? BOUNDARIES.length : at;
      point.buckets[bucket] = (point.buckets[bucket] ?? 0) + 1;
    }
    return { attributes, start, time: end, ...point };
  });
}
