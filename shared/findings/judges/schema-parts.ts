/** The schemas in a schema that a peer wrote. */
import { escapeName, isObject, type JsonObject } from '#shared/jsonrpc';

export interface SchemaPart {
  readonly value: JsonObject;
  /** RFC 6901 pointer in the whole schema. */
  readonly at: string;
  /** Names of the arguments on the way, where nothing but `properties` leads to it. */
  readonly path: readonly string[] | undefined;
}

/** Keywords whose value is data, in which nothing is a schema. */
const DATA = new Set(['const', 'default', 'enum', 'examples', 'x-mcp-header']);
const MAX_PART_COUNT = 20_000;

/** Every object in a schema that can be a schema, the whole first; some thousands at most. */
export function partsOf(schema: JsonObject): readonly SchemaPart[] {
  const parts: SchemaPart[] = [];
  const waiting: (readonly [value: unknown, at: string, path: SchemaPart['path']])[] = [[schema, '', []]];
  for (let next = 0; next < waiting.length && next < MAX_PART_COUNT; next++) {
    const [value, at, path] = waiting[next] ?? [undefined, '', undefined];
    if (Array.isArray(value))
      for (const [index, each] of value.entries()) waiting.push([each, `${at}/${index}`, undefined]);
    if (!isObject(value)) continue;
    parts.push({ value, at, path });
    for (const [keyword, each] of Object.entries(value)) {
      if (typeof each !== 'object' || each === null || DATA.has(keyword)) continue;
      const place = `${at}/${escapeName(keyword)}`;
      if (keyword !== 'properties' || !isObject(each)) waiting.push([each, place, undefined]);
      else
        for (const [name, property] of Object.entries(each))
          waiting.push([property, `${place}/${escapeName(name)}`, path && [...path, name]]);
    }
  }
  return parts;
}
