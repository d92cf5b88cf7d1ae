/** The JSON text a form begins with, and whether a text is of the kind a field can show. */
import { level } from '#shared/jsonrpc';
import { readingOf, type Reading } from './resolve.ts';
import { fieldOf, membersOf, type AlternativesField, type Field, type Option } from './schema.ts';

const DEEPEST = 8;
/** Members looked at and UTF-16 units written for one first value: a short schema can ask for more than any memory holds. */
const MOST_MEMBERS = 50_000;
const MOST_CHARS = 1024 * 1024;

/** What is left to make one first value of, and what is being made on the way to it. */
interface Making {
  readonly root: Reading;
  members: number;
  chars: number;
  /** Schemas whose value is begun and not finished. */
  readonly open: Set<unknown>;
  cut: boolean;
}

/**
 * The first arguments for a schema: an object with the defaults, and with what has only one possible value. Required
 * objects are there with their own defaults; everything else is left for the person, and so is an object that is required
 * inside of itself. `cut`: the schema asks for more than is made at once.
 */
export function firstObject(schema: unknown) {
  const making = begin(schema);
  return { json: within(making, schema, () => objectText(schema, making, 0)) ?? '{}', cut: making.cut };
}

export const initialObject = (schema: unknown): string => firstObject(schema).json;

/** The first value of a field that a person adds: a new array item, or an optional member that is opened. */
export function initialValue(schema: unknown, root: unknown): string {
  const making = begin(root);
  return within(making, schema, () => valueText(schema, making, 0)) ?? 'null';
}

function begin(root: unknown): Making {
  return { root: readingOf(root), members: MOST_MEMBERS, chars: MOST_CHARS, open: new Set(), cut: false };
}

/** Make a value of a schema, unless one is being made of it or of what it refers to. */
function within<Made>(making: Making, schema: unknown, make: () => Made): Made | undefined {
  const places = [schema, ...making.root.through(schema)].filter((each) => typeof each === 'object' && each !== null);
  if (places.some((each) => making.open.has(each))) return undefined;
  for (const each of places) making.open.add(each);
  const made = make();
  for (const each of places) making.open.delete(each);
  return made;
}

/** A text with its length taken from what is left; undefined when it is too long for that. */
function spend(making: Making, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (text.length > making.chars) {
    making.cut = true;
    return undefined;
  }
  making.chars -= text.length;
  return text;
}

function objectText(schema: unknown, making: Making, depth: number): string {
  const { root } = making;
  if (depth > DEEPEST) return '{}';
  const made: string[] = [];
  for (const { name, schema: each, required } of membersOf(root.resolve(schema))) {
    if (making.members-- <= 0 || name.length > making.chars) making.cut = true;
    if (making.cut) break;
    const field = fieldOf(each, root);
    const only = field.kind === 'choice' && field.options.length === 1 ? field.options[0]?.json : undefined;
    const value =
      spend(making, field.default ?? (required ? only : undefined)) ??
      (required && field.default === undefined && field.kind === 'object'
        ? within(making, each, () => objectText(each, making, depth + 1))
        : undefined);
    const key = value === undefined ? undefined : spend(making, JSON.stringify(name));
    if (value !== undefined && key !== undefined) made.push(`${key}: ${value}`);
  }
  return `{${made.join(', ')}}`;
}

function valueText(schema: unknown, making: Making, depth: number): string {
  const { root } = making;
  const field = fieldOf(schema, root);
  const given = spend(making, field.default);
  if (given !== undefined) return given;
  switch (field.kind) {
    case 'string':
      return '""';
    case 'number':
      return String(Math.max(0, field.minimum ?? 0));
    case 'boolean':
      return 'false';
    case 'choice':
      return spend(making, field.options[0]?.json) ?? 'null';
    case 'choices':
      return '[]';
    case 'array':
      return `[${depth > DEEPEST ? '' : prefixTexts(field.prefix, making, depth).join(',')}]`;
    case 'object':
      return objectText(schema, making, depth);
    case 'alternatives': {
      const first = field.alternatives[0]?.schema;
      return depth > DEEPEST ? 'null' : (within(making, first, () => valueText(first, making, depth + 1)) ?? 'null');
    }
    case 'json':
      return root.resolve(schema)['type'] === 'object' ? '{}' : 'null';
  }
}

/** First values of the items that a tuple has; none of them can be left out before the last. */
function prefixTexts(prefix: readonly unknown[], making: Making, depth: number): string[] {
  const made: string[] = [];
  for (const each of prefix) {
    if (making.members-- <= 0) making.cut = true;
    if (making.cut) break;
    made.push(within(making, each, () => valueText(each, making, depth + 1)) ?? 'null');
  }
  return made;
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
      return optionIndex(field.options, json) >= 0;
    case 'choices': {
      if (first !== '[') return false;
      const values = new Set(field.options.map((option) => option.json));
      return itemsIn(json).every((item) => values.has(item) || values.has(canonical(item)));
    }
    case 'array':
      return first === '[';
    case 'object':
      return first === '{';
    case 'alternatives':
    case 'json':
      return true;
  }
}

/** Which option has the value of a JSON text, however it is written; -1 when none has. Of options with the same value the first counts. */
export function optionIndex(options: readonly Option[], json: string): number {
  const written = options.findIndex((option) => option.json === json);
  if (written >= 0) return written;
  const same = canonical(json);
  return options.findIndex((option) => option.json === same);
}

/** A JSON text as options are written; the text itself when it is not JSON. */
export function canonical(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return json;
  }
}

/** The first alternative that fits with constants and required members, else the first that can show it, else -1. */
export function chosenAlternative(field: AlternativesField, json: string, root: unknown): number {
  const reading = readingOf(root);
  const present = membersIn(json);
  let shown = -1;
  for (const [index, { schema }] of field.alternatives.entries()) {
    const each = fieldOf(schema, reading);
    if (!fits(each, json)) continue;
    if (meets(each, present, reading)) return index;
    if (shown < 0) shown = index;
  }
  return shown;
}

export function membersIn(json: string): ReadonlyMap<string, string> {
  return new Map(level(json).members.map(({ key, start, end }) => [key, json.slice(start, end)]));
}

export const itemsIn = (json: string): string[] => level(json).members.map(({ start, end }) => json.slice(start, end));

/** True when what tells objects apart is there: required members, and constants with their values. */
function meets(field: Field, present: ReadonlyMap<string, string>, root: Reading): boolean {
  if (field.kind !== 'object') return true;
  return field.members.every(({ name, schema, required }) => {
    const value = present.get(name);
    if (value === undefined) return !required;
    const inner = fieldOf(schema, root);
    return inner.kind !== 'choice' || fits(inner, value);
  });
}
