/** Content blocks and the messages that hold them (server/tools#tool-result, server/prompts#promptmessage). */
import { isObject, type JsonObject } from '#shared/jsonrpc';

/** A value with its pointer. */
export interface Placed<Value = unknown> {
  readonly value: Value;
  readonly at: string;
}

/** Items of a list with their pointers; none for what is no list. */
export function itemsAt(list: unknown, at: string): readonly Placed[] {
  return Array.isArray(list) ? list.map((value: unknown, index) => ({ value, at: `${at}/${index}` })) : [];
}

export function objectsAt(list: unknown, at: string): readonly Placed<JsonObject>[] {
  return itemsAt(list, at).filter((each): each is Placed<JsonObject> => isObject(each.value));
}

/** The content of a message as blocks: one, or a list of them. */
export function blocksAt(content: unknown, at: string): readonly Placed[] {
  return Array.isArray(content) ? itemsAt(content, at) : content === undefined ? [] : [{ value: content, at }];
}

/** What `type/subtype` with parameters has (RFC 9110 section 8.3.1): the type, in lower case; undefined for what is none. */
export function topLevelType(mime: unknown): string | undefined {
  if (typeof mime !== 'string' || mime.length > 1000) return undefined;
  return /^([\w!#$%&'*+.^`|~-]+)\/[\w!#$%&'*+.^`|~-]+\s*(?:;.*)?$/.exec(mime)?.[1]?.toLowerCase();
}

/** True for content with a resource in it, or a link to one: most has neither. */
export function hasResources(content: unknown): boolean {
  if (!Array.isArray(content)) return false;
  for (const block of content) {
    const type: unknown = isObject(block) ? block['type'] : undefined;
    if (type === 'resource' || type === 'resource_link') return true;
  }
  return false;
}
