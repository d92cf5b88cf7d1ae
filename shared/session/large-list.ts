/** A page of a server's list in an answer too large to decode: its items are read all the same, up to a bound of their own. */
import type { DecodedResponse, JsonObject, LargePart } from '#shared/jsonrpc';
import { SERVER_LISTS, type ListFacts } from '#shared/mcp';
import { textOf, type MessageEvent } from '#shared/recording';

/** Some hundred thousand tools. */
const MAX_LIST_CHARS = 64 * 1024 * 1024;

const MEMBERS: ReadonlySet<string> = new Set(SERVER_LISTS.map(({ member }) => member));

/** JSON of a `result` with a server's list; undefined if none or over `MAX_LIST_CHARS`. `part`: what was found of it. */
export function largeListText(event: MessageEvent, part: LargePart | undefined): string | undefined {
  if (part?.key !== 'result' || part.end - part.start > MAX_LIST_CHARS) return undefined;
  return part.members.some(({ key }) => MEMBERS.has(key)) ? textOf(event).slice(part.start, part.end) : undefined;
}

/** What is in the list's place in an answer of small members: `too-large` beyond the bound, undefined if absent. Never throws. */
export function largeList(
  event: MessageEvent,
  { part }: DecodedResponse,
  { member }: ListFacts,
): { readonly value: unknown } | 'too-large' | undefined {
  if (!part?.members.some(({ key }) => key === member)) return undefined;
  const text = event.large ? event.large.result : largeListText(event, part);
  if (text === undefined) return 'too-large';
  try {
    return { value: (JSON.parse(text) as JsonObject)[member] };
  } catch {
    // A view that was handed something else.
    return undefined;
  }
}
