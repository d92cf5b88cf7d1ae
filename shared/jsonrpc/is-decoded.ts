/** What `decodeText` gave, from elsewhere: as a value that may be something else, or as JSON text. */
import { isObject, type Decoded, type JsonObject } from './decode.ts';
import { isFault } from './faults.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const isId = (value: unknown): boolean => isText(value) || typeof value === 'number';

/** True for any value with the members that those who read a decoded message rely on. Never throws. */
function isDecoded(value: unknown, inBatch = false): value is Decoded {
  if (!isObject(value) || !Array.isArray(value['faults']) || !value['faults'].every(isFault)) return false;
  const { kind, id, key, method, outcome, items, at, part } = value;
  if (part !== undefined && !(isObject(part) && isObject(part['small']) && Array.isArray(part['members'])))
    return false;
  switch (kind) {
    case 'request':
      return isId(id) && isText(key) && isText(method);
    case 'notification':
      return isText(method);
    case 'response':
      return (outcome === 'result' || outcome === 'error') && (key === undefined || (isText(key) && isId(id)));
    case 'batch':
      return !inBatch && Array.isArray(items) && items.every((item) => isDecoded(item, true));
    case 'invalid':
      return true;
    case 'malformed':
      return typeof at === 'number';
    default:
      return false;
  }
}

/** Read the JSON text of what `decodeText` gave. Any other text gives JSON that is no message. Never throws. */
export function readDecoded(text: string): Decoded {
  const value = parsedJson(text);
  const decoded = isObject(value) ? withItems(value) : value;
  return isDecoded(decoded) ? decoded : { kind: 'invalid', faults: [], large: true };
}

/** JSON has no number for an id beyond the range of doubles; its key has the digits. */
function withId(value: { readonly [name: string]: unknown }): { readonly [name: string]: unknown } {
  const { id, key } = value;
  return id === null && isText(key) && key.startsWith('n:') ? { ...value, id: Number(key.slice(2)) } : value;
}

function withItems(value: { readonly [name: string]: unknown }): { readonly [name: string]: unknown } {
  const { items } = value;
  if (!Array.isArray(items)) return withId(value);
  // Texts of items do not come with it, whatever it says.
  return { ...value, texts: undefined, items: items.map((item: unknown) => (isObject(item) ? withId(item) : item)) };
}

/** The value of a JSON text; undefined when it is not JSON. Never throws. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object that a JSON text is; undefined for any other text. Never throws. */
export function parsedObject(text: string): JsonObject | undefined {
  const value = parsedJson(text);
  return isObject(value) ? value : undefined;
}

/** The member of this name where the value is an object and the member a text; undefined for anything else. */
export function textMember(value: unknown, name: string): string | undefined {
  const member = isObject(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : undefined;
}
