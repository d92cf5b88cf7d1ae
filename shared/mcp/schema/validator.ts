/** The validating library, with one compiled index for each revision. */
import { dereference, format, validate, type Schema } from '@cfworker/json-schema';
import { DEFINITIONS } from './definitions/index.ts';
import type { SchemaRevision } from './history.ts';
import { SchemaWriter } from './json-schema.ts';
import { leavesOf, schemaValueIn, type Leaf } from '../leaves.ts';
import { referencesIn, type References } from '../references.ts';

interface Compiled {
  readonly $defs: { readonly [name: string]: Schema };
  readonly lookup: ReturnType<typeof dereference>;
  readonly refer: References;
}

// The library has no format of this name, and no other way to add one.
format['byte'] = isBase64;

const compiled = new Map<SchemaRevision, Compiled>();

function compile(revision: SchemaRevision): Compiled {
  const known = compiled.get(revision);
  if (known) return known;
  // The library writes into the schema it is given, so it gets one of its own.
  const $defs = new SchemaWriter(DEFINITIONS, revision).definitions() as unknown as Compiled['$defs'];
  const made = { $defs, lookup: dereference({ $defs }), refer: referencesIn({ $defs }) };
  compiled.set(revision, made);
  return made;
}

/** A value's failures by a definition, only the first of tens of thousands; undefined if no JSON, or too deep. */
export function failuresOf(revision: SchemaRevision, definition: string, value: unknown): Leaf[] | undefined {
  const { $defs, lookup, refer } = compile(revision);
  const target = $defs[definition];
  if (!target) throw new Error(`${revision} defines no ${definition}`);
  const run = (given: unknown, onlyFirst: boolean): Leaf[] =>
    leavesOf(validate(given, target, '2020-12', lookup, onlyFirst).errors, schemaValueIn(target, refer));
  // The library fails on what JSON has not, on a lone surrogate in a name, and when it has too many failures to pass on.
  const attempts = [() => run(value, false), () => run(wellFormed(value), false), () => run(wellFormed(value), true)];
  for (const attempt of attempts) {
    try {
      return attempt();
    } catch {
      continue;
    }
  }
  return undefined;
}

function wellFormed(value: unknown): unknown {
  const text = JSON.stringify(value);
  return JSON.parse(text.replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/g, (all, lone?: string) => (lone ? '\ufffd' : all)));
}

/**
 * True for base64 with padding and without line breaks (RFC 4648 section 4). Searches for a wrong character: a pattern
 * for the whole text overflows the stack on megabytes.
 */
export function isBase64(text: string): boolean {
  // Negative: counted from the end of the text.
  const dataEnd = text.endsWith('==') ? -2 : text.endsWith('=') ? -1 : text.length;
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.slice(0, dataEnd));
}
