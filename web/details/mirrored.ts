/** Headers that repeat the body and must not differ (2026-07-28, basic/transports/streamable-http#request-metadata). */
import { isObject } from '#shared/jsonrpc';
import { eraOf, headerText, META, metaValue, mirroredHeaders } from '#shared/mcp';
import type { HeaderPairs } from '#shared/recording';

export interface MirroredHeader {
  readonly name: string;
  /** As it was sent; undefined when it is missing. */
  readonly sent: string | undefined;
  /** What the body makes of it; undefined when nothing in the body calls for it. */
  readonly expected: string | undefined;
  readonly verdict: 'same' | 'missing' | 'different' | 'unexpected';
}

const MIRRORED = /^(?:mcp-protocol-version|mcp-method|mcp-name|mcp-param-.*)$/i;

/** Compare. Undefined when the message is no request of the per-request era. `tools` are the definitions last listed. */
export function mirrored(
  message: unknown,
  headers: HeaderPairs,
  tools: readonly unknown[],
): readonly MirroredHeader[] | undefined {
  const revision = isObject(message) ? metaValue(message['params'], META.protocolVersion) : undefined;
  if (typeof revision !== 'string' || eraOf(revision) !== 'per-request') return undefined;
  const expected = mirroredHeaders(message, revision, tools);
  const sentOf = (name: string): string | undefined =>
    headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
  const wanted = expected.map(([name, value]): MirroredHeader => {
    const sent = sentOf(name);
    const same = sent !== undefined && headerShown(sent) === headerShown(value);
    return { name, sent, expected: value, verdict: sent === undefined ? 'missing' : same ? 'same' : 'different' };
  });
  const names = new Set(expected.map(([name]) => name.toLowerCase()));
  const extra = headers
    .filter(([name]) => MIRRORED.test(name) && !names.has(name.toLowerCase()))
    .map(([name, sent]): MirroredHeader => ({ name, sent, expected: undefined, verdict: 'unexpected' }));
  return [...wanted, ...extra];
}

/** The text a header stands for: its base64 form is read where it can be, anything else is as it is. */
export const headerShown = (value: string): string => headerText(value) ?? value;
