/** The JSON text a form begins with, and whether a text is of the kind a field can show. */
import { level, setMember } from './json-edit.ts';
import { fieldOf, membersOf, resolve, type AlternativesField, type Field } from './schema.ts';

const DEEPEST = 8;

/**
 * The first arguments for a schema: an object with the defaults, and with what has only one possible value. Required
 * objects are there with their own defaults; everything else is left for the person.
 */
export function initialObject(schema: unknown, root: unknown = schema, depth = 0): string {
  let json = '{}';
  if (depth > DEEPEST) return json;
  for (const { name, schema: each, required } of membersOf(resolve(schema, root))) {
    const field = fieldOf(each, root);
    const only = field.kind === 'choice' && field.options.length === 1 ? field.options[0]?.json : undefined;
    const value =
      field.default ??
      (required ? (only ?? (field.kind === 'object' ? initialObject(each, root, depth + 1) : undefined)) : undefined);
    if (value !== undefined) json = setMember(json, name, value);
  }
  return json;
}

/** The first value of a field that a person adds: a new array item, or an optional member that is opened. */
export function initialValue(schema: unknown, root: unknown, depth = 0): string {
  const field = fieldOf(schema, root);
  if (field.default !== undefined) return field.default;
  switch (field.kind) {
    case 'string':
      return '""';
    case 'number':
      return String(Math.max(0, field.minimum ?? 0));
    case 'boolean':
      return 'false';
    case 'choice':
      return field.options[0]?.json ?? 'null';
    case 'choices':
      return '[]';
    case 'array':
      return `[${depth > DEEPEST ? '' : field.prefix.map((each) => initialValue(each, root, depth + 1)).join(',')}]`;
    case 'object':
      return initialObject(schema, root, depth);
    case 'alternatives':
      return depth > DEEPEST ? 'null' : initialValue(field.alternatives[0]?.schema, root, depth + 1);
    case 'json':
      return resolve(schema, root)['type'] === 'object' ? '{}' : 'null';
  }
}

/** True when a field's control can show this JSON text; anything else is edited as JSON, so that nothing is hidden. */
export function fits(field: Field, json: string): boolean {
  const first = json.trimStart().charAt(0);
  switch (field.kind) {
    case 'string':
      return first === '"';
    case 'number':
      return first === '-' || (first >= '0' && first <= '9');
    case 'boolean':
      return first === 't' || first === 'f';
    case 'choice':
      return field.options.some((option) => sameValue(option.json, json));
    case 'choices':
      return (
        first === '[' &&
        level(json).members.every(({ start, end }) =>
          field.options.some((option) => sameValue(option.json, json.slice(start, end))),
        )
      );
    case 'array':
      return first === '[';
    case 'object':
      return first === '{';
    case 'alternatives':
    case 'json':
      return true;
  }
}

/** True when two JSON texts of scalars mean the same. */
export function sameValue(a: string, b: string): boolean {
  if (a === b) return true;
  try {
    return JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b));
  } catch {
    return false;
  }
}

/**
 * Which alternative a JSON text is of: the first that fits, constants and required members included; else the first whose
 * control can show it; -1 when none can.
 */
export function chosenAlternative(field: AlternativesField, json: string, root: unknown): number {
  const shown = field.alternatives
    .map(({ schema }) => fieldOf(schema, root))
    .map((each) => ({ each, can: fits(each, json) }));
  const whole = shown.findIndex(({ each, can }) => can && meets(each, json, root));
  return whole >= 0 ? whole : shown.findIndex(({ can }) => can);
}

/** True when what tells objects apart is there: required members, and constants with their values. */
function meets(field: Field, json: string, root: unknown): boolean {
  if (field.kind !== 'object') return true;
  const present = new Map(level(json).members.map(({ key, start, end }) => [key, json.slice(start, end)]));
  return field.members.every(({ name, schema, required }) => {
    const value = present.get(name);
    if (value === undefined) return !required;
    const inner = fieldOf(schema, root);
    return inner.kind !== 'choice' || fits(inner, value);
  });
}
