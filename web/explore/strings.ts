import { isObject } from '#shared/jsonrpc';

/** The members of a JSON object; empty for a text that is none. */
export function membersOfText(text: string): ReadonlyMap<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return new Map(Object.entries(isObject(value) ? value : {}));
  } catch {
    return new Map();
  }
}

/** Those members that are strings with something in them. */
export function stringsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...membersOfText(text)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
    ),
  );
}
