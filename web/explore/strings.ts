import { parsedObject } from '#shared/jsonrpc';

/** The members of a JSON object; empty for a text that is none. */
export function membersOfText(text: string): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(parsedObject(text) ?? {}));
}

export function stringsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...membersOfText(text)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
    ),
  );
}
