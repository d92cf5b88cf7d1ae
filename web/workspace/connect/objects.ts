/** JSON objects as people type them into the connect form. */
import { isObject } from '#shared/jsonrpc';

type JsonObject = { readonly [name: string]: unknown };

/** The object a text stands for; undefined when it is not JSON, or no object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The text to edit an object as. */
export function showObject(value: JsonObject): string {
  return JSON.stringify(value, undefined, 2);
}
