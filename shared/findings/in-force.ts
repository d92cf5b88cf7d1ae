/** Which revision a message is judged by, and which capabilities hold for it. */
import { isObject, type Decoded, type JsonObject } from '#shared/jsonrpc';
import { eraOf, META, metaValue, PER_REQUEST_REVISIONS, SPEC_REVISIONS } from '#shared/mcp';
import type { Direction } from '#shared/recording';
import type { Asked, Exchange, SessionFacts } from './session-facts.ts';

const HANDSHAKE = SPEC_REVISIONS.filter((each) => eraOf(each) === 'handshake');
const LAST_HANDSHAKE = HANDSHAKE.at(-1) ?? '';
const LATEST = SPEC_REVISIONS.at(-1) ?? '';
/** The revision that has HTTP+SSE. */
const HTTP_SSE = '2024-11-05';
const [FIRST] = PER_REQUEST_REVISIONS;
/** Members of `_meta` that only requests of the per-request era have. */
const PER_REQUEST = [META.clientCapabilities, META.clientInfo, META.logLevel];

/** True for a published revision without a handshake. Cheap: judges ask it of every message. */
export const isPerRequest = (revision: string | undefined): revision is string =>
  revision !== undefined && revision >= FIRST;

/** The published revision that a version names, or the newest before it; undefined for what is no date. */
export function published(version: unknown): string | undefined {
  if (SPEC_REVISIONS.includes(version as string)) return version as string;
  if (typeof version !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(version)) return undefined;
  return SPEC_REVISIONS.findLast((each) => each <= version) ?? SPEC_REVISIONS[0];
}

/** Of a version in the handshake: the revision that it can be judged by. */
function afterHandshake(version: unknown): string {
  const found = published(version);
  return found !== undefined && eraOf(found) === 'handshake' ? found : LAST_HANDSHAKE;
}

/** The revision of an event that is no message, or of a message that does not say its own; undefined when nothing tells. */
export function revisionInForce(facts: SessionFacts, exchange?: Exchange): string | undefined {
  // What was offered before the recording began, or where it has a gap, is not known.
  const untold = (facts.partial || facts.gaps) && facts.offered === undefined;
  if (facts.handshake !== 'none' && facts.revision === undefined && !untold) return afterHandshake(facts.offered);
  return (
    facts.revision ??
    (exchange?.asked?.revision || undefined) ??
    published(exchange?.headers.get('mcp-protocol-version')) ??
    // HTTP+SSE is opened before anything is offered.
    (facts.transport === 'sse' ? HTTP_SSE : facts.partial || facts.gaps ? undefined : LAST_HANDSHAKE)
  );
}

/** The revision to judge a message by: its own or its request's (`asked`), else `inForce`. Undefined if unknown. */
export function revisionOf(
  dir: Direction,
  item: Decoded,
  asked: Asked | undefined,
  inForce: string | undefined,
): string | undefined {
  if (item.kind === 'response' && asked) {
    if (asked.method !== 'initialize' || !isObject(item.result))
      return asked.revision === '' ? inForce : asked.revision;
    return afterHandshake(item.result['protocolVersion']);
  }
  if (item.kind === 'request' && dir === 'c2s') {
    if (item.method === 'initialize')
      return afterHandshake(isObject(item.params) ? item.params['protocolVersion'] : undefined);
    if (!isObject(item.params) || item.params['_meta'] === undefined) return inForce;
    const named = published(metaValue(item.params, META.protocolVersion));
    if (named !== undefined && eraOf(named) === 'per-request') return named;
    if (PER_REQUEST.some((name) => metaValue(item.params, name) !== undefined)) return LATEST;
  }
  return inForce;
}

/** Capabilities of the client for a request of the per-request era; those in force where the request says none. */
export function clientCapabilities(facts: SessionFacts, params: unknown): JsonObject | undefined {
  const own = metaValue(params, META.clientCapabilities);
  return isObject(own) ? own : facts.client;
}

export function declares(capabilities: JsonObject | undefined, extension: string): boolean {
  const extensions = capabilities?.['extensions'];
  return isObject(extensions) && Object.hasOwn(extensions, extension);
}
