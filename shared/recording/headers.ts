/** Headers of HTTP as recordings have them: pairs of names and values, in order. */
import type { HeaderPairs } from './kinds/index.ts';

/** What every POST of Streamable HTTP carries (2025-11-25, basic/transports#sending-messages-to-the-server). */
export const POST_HEADERS = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json, text/event-stream'],
] as const satisfies HeaderPairs;

/** The value of the first header of this name, whatever the case of either; undefined when there is none. */
export function headerOf(headers: HeaderPairs | undefined, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers?.find(([each]) => each.toLowerCase() === wanted)?.[1];
}
