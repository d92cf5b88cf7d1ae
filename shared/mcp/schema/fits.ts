/** A quick yes for messages, and their parts, that surely fit a revision. */
import { isObject } from '#shared/jsonrpc';
import { schemaRevision, type SchemaRevision } from './history.ts';
import { NEVER, quickCheck, RULES, type Fits, type Rules } from './quick.ts';
import { messageOf, resultsOf, revisionSchema } from './revision-schema.ts';

/** Addresses that every reader of RFC 3986 takes. */
const PLAIN_URI = /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]*(?::\d+)?(?:\/[a-z0-9._~-]*)*$/i;

/** By revision, the predicates of its definitions. */
const compiled = new Map<SchemaRevision, Map<string, Fits>>();

/** The predicate of a definition; one that is never true for a name that there is not. */
function definitionFits(revision: SchemaRevision, name: string): Fits {
  let made = compiled.get(revision);
  if (!made) compiled.set(revision, (made = new Map()));
  const known = made.get(name);
  if (known) return known;
  // A definition may refer to itself, so its place is there before it is.
  let fits: Fits = NEVER;
  made.set(name, (value) => fits(value));
  const schema = revisionSchema(revision).$defs[name];
  if (schema) fits = quickCheck(schema, rulesOf(revision));
  made.set(name, fits);
  return fits;
}

const rulesOf = (revision: SchemaRevision): Rules => ({
  ...RULES,
  $ref: (says) => definitionFits(revision, String(says).replace(/^.*\//, '')),
  format: (says) => (value) => typeof value !== 'string' || (says === 'uri' && PLAIN_URI.test(value)),
  // `if` and `then`, as the writer of the schemas makes them.
  allOf: (says, _, compile) => {
    const parts = (says as readonly unknown[]).map((each): Fits => {
      const { if: condition, then, ...rest } = isObject(each) ? each : {};
      if (Object.keys(rest).length > 0 || !isObject(condition) || !isObject(then)) return NEVER;
      const [applies, holds] = [compile(condition), compile(then)];
      return (value) => !applies(value) || holds(value);
    });
    return (value) => parts.every((fits) => fits(value));
  },
});

/** True when a value surely fits a definition of a revision; false when the validator has to be asked. Never throws. */
export function surelyFits(revision: string, definition: string, value: unknown): boolean {
  try {
    return definitionFits(schemaRevision(revision), definition)(value);
  } catch {
    // It nests too deeply to be looked at.
    return false;
  }
}

/** The same of the ordinary result of a method; false where the revision has no such answer. */
export function surelyFitsResult(revision: string, method: string, result: unknown): boolean {
  const [name] = resultsOf(revision, method);
  return name !== undefined && surelyFits(revision, name, result);
}

/** The same of the parameters of a message; false for a method that the revision does not have. */
export function surelyFitsParams(revision: string, method: string, params: unknown): boolean {
  const message = messageOf(revision, method);
  return message !== undefined && surelyFits(revision, message.definition, { jsonrpc: '2.0', id: 1, method, params });
}
