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
