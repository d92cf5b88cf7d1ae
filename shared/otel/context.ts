/** The context that a request carries in its `_meta` (SEP-414; W3C Trace Context). */
import { isObject } from '#shared/jsonrpc';

export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState?: string;
}

/** Longer lists of vendors are dropped, as the W3C has it. */
const MOST_STATE = 512;

/** The parent that `params._meta.traceparent` names; undefined when it names none. Takes any value; never throws. */
export function contextOf(params: unknown): TraceContext | undefined {
  const meta = isObject(params) ? params['_meta'] : undefined;
  if (!isObject(meta) || typeof meta['traceparent'] !== 'string') return undefined;
  const match = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(?:$|-)/.exec(
    meta['traceparent'],
  );
  const [, traceId, spanId] = match ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  const { tracestate } = meta;
  const kept = typeof tracestate === 'string' && tracestate !== '' && tracestate.length <= MOST_STATE;
  return { traceId, spanId, ...(kept ? { traceState: tracestate } : {}) };
}
