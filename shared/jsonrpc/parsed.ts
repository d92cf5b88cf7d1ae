import { isObject, type JsonObject } from './decode.ts';

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
