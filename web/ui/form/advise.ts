/** What a JSON Schema says against a value: the leaves only, each with its place. Nothing is ever held back for it. */
import { Validator, type Schema, type SchemaDraft } from '@cfworker/json-schema';
import { escapeName, isObject } from '#shared/jsonrpc';
import { leavesOf, referencesIn, schemaValueIn } from '#shared/mcp';

export interface Advice {
  /** RFC 6901 pointer of the value, `/a/0`; empty for the whole. */
  readonly at: string;
  /** The keyword that is not met: `required`, `type`, `minLength`. */
  readonly keyword: string;
  readonly message: string;
}

const LONGEST = 200;
/** One step further down a pointer. */
export const below = (pointer: string, key: string | number): string => `${pointer}/${escapeName(String(key))}`;

/** The value that an error is about: of a member that is missing, the place where it would be. */
export function placeOf(at: string, keyword: string, error: string): string {
  const missing = keyword === 'required' ? /required property "([^]*)"\.$/.exec(error)?.[1] : undefined;
  return missing === undefined ? at : below(at, missing);
}

function draftOf(schema: unknown): SchemaDraft {
  const uri = isObject(schema) && typeof schema['$schema'] === 'string' ? schema['$schema'] : '';
  if (uri.includes('draft-07') || uri.includes('draft-06')) return '7';
  if (uri.includes('draft-04')) return '4';
  return uri.includes('2019-09') ? '2019-09' : '2020-12';
}

/** Checks JSON; no advice if broken or the schema unusable. Patterns can take long: run it where it can be stopped. */
export function advise(schema: unknown, json: string): Advice[] {
  try {
    const value: unknown = JSON.parse(json);
    // The validator writes into the schema it is given.
    const own = structuredClone(schema) as Schema | boolean;
    const { errors } = new Validator(own, draftOf(schema), false).validate(value);
    const found = new Map<string, Advice>();
    for (const { at: parent, keyword, message } of leavesOf(errors, schemaValueIn(schema, referencesIn(schema)))) {
      const at = placeOf(parent, keyword, message);
      if (!found.has(`${at} ${keyword}`)) found.set(`${at} ${keyword}`, { at, keyword, message });
      if (found.size >= LONGEST) break;
    }
    return [...found.values()];
  } catch {
    return [];
  }
}
