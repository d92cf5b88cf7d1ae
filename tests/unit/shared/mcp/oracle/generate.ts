/** Values made from a JSON Schema, and broken copies of them. Everything follows from the seed. */

type Members = { readonly [name: string]: unknown };
export interface Random {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number;
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32: 32 bits of state are plenty for choosing among a few. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(next() * from.length)];
    if (found === undefined && from.length === 0) throw new Error('nothing to pick from');
    return found as T;
  };
  return { next, pick };
}

const TEXTS = ['', 'a', 'name', 'text/plain', '2026-07-28', 'task-1', 'working', 'é – 演示'];
const URIS = ['file:///a/b.txt', 'https://example.com/x?y=1#z', 'urn:isbn:1', 'demo://r', 'data:text/plain,hi', 'a:b'];
const TEMPLATES = ['file:///{path}', 'https://example.com/{?q,r*}', 'demo://{+a}/{b:3}', 'file:///plain'];
const BASE64 = ['', 'aGk=', 'AAAA', '+/8='];
const ANYTHING: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  'x',
  '',
  [],
  ['a', 1],
  {},
  { a: 1 },
  { a: null },
  { a: [{ b: 0.5 }] },
];
/** What a wrong value is taken from. */
const WRONG: readonly unknown[] = [
  ...ANYTHING,
  3,
  1e300,
  'not a uri',
  'http://[',
  '{',
  '%',
  '****',
  'user',
  'text',
  'ref/prompt',
];

/** Which members are made that need not be there. */
type Optional = 'some' | 'all' | 'none';

/** Makes values that fit a schema document's definitions (as far as `anyOf`, `allOf` and refs say). */
export class Generator {
  readonly #definitions: Members;
  readonly #random: Random;

  constructor(definitions: Members, random: Random) {
    this.#definitions = definitions;
    this.#random = random;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#definitions, name);
  }

  of(name: string): unknown {
    return this.#value(this.#definitions[name], 0, 'some');
  }

  /** A value with every member that the definition itself names, each with no more than it must have. */
  full(name: string): unknown {
    return this.#value(this.#definitions[name], 0, 'all');
  }

  #value(given: unknown, depth: number, optional: Optional): unknown {
    const schema = (typeof given === 'object' && given !== null ? given : {}) as Members;
    const { next, pick } = this.#random;
    if (typeof schema['$ref'] === 'string')
      return this.#value(
        this.#definitions[schema['$ref'].split('/').at(-1) ?? ''],
        depth,
        optional === 'some' ? 'some' : 'none',
      );
    if ('const' in schema) return schema['const'];
    if (Array.isArray(schema['enum'])) return pick(schema['enum'] as unknown[]);
    if (Array.isArray(schema['anyOf'])) return this.#value(pick(schema['anyOf'] as unknown[]), depth, optional);
    const all = Array.isArray(schema['allOf']) ? (schema['allOf'] as Members[]).filter((each) => !('if' in each)) : [];
    if (all.length > 0) return Object.assign({}, ...all.map((each) => this.#value(each, depth, optional))) as unknown;
    const type = Array.isArray(schema['type']) ? pick(schema['type'] as unknown[]) : schema['type'];
    switch (type) {
      case 'string':
        return pick(textsFor(schema));
      case 'integer':
        return Math.max(Number(schema['minimum'] ?? -5), Math.floor(next() * 100));
      case 'number':
        return pick([0, 1, 0.25, 1]);
      case 'boolean':
        return next() < 0.5;
      case 'null':
        return null;
      case 'array':
        return Array.from({ length: this.#length(depth, optional) }, () =>
          this.#value(schema['items'], depth + 1, optional),
        );
      case 'object':
        return this.#object(schema, depth, optional);
      default:
        return pick(ANYTHING);
    }
  }

  #length(depth: number, optional: Optional): number {
    if (optional !== 'some') return optional === 'all' ? 1 : 0;
    return depth > 6 ? 0 : Math.floor(this.#random.next() * 3);
  }

  #object(schema: Members, depth: number, optional: Optional): Members {
    const { next, pick } = this.#random;
    const required = (schema['required'] ?? []) as readonly string[];
    const properties = Object.entries((schema['properties'] ?? {}) as Members);
    // Deep down only what must be there, so that values stay small and end.
    const share = optional === 'some' ? (depth > 5 ? 0 : 0.55 - depth * 0.07) : optional === 'all' ? 1 : 0;
    const members = properties.filter(([name]) => required.includes(name) || next() < share);
    const others = schema['additionalProperties'];
    const free =
      others !== undefined && others !== false && depth < 6 && optional !== 'none' && next() < 0.6
        ? [pick(['a', 'x/y', 'io.example/z'])]
        : [];
    return Object.fromEntries([
      ...free.map((name) => [name, this.#value(others, depth + 1, optional)] as const),
      ...members.map(([name, member]) => [name, this.#value(member, depth + 1, optional)] as const),
    ]);
  }
}

function textsFor({ format, pattern }: Members): readonly string[] {
  if (format === 'uri') return URIS;
  if (format === 'uri-template') return TEMPLATES;
  return format === 'byte' || pattern !== undefined ? BASE64 : TEXTS;
}

type Path = readonly (string | number)[];

function paths(value: unknown, here: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [here];
  return [
    here,
    ...Object.entries(value).flatMap(([name, each]) =>
      paths(each, [...here, Array.isArray(value) ? Number(name) : name]),
    ),
  ];
}

function edited(value: unknown, [step, ...rest]: Path, edit: (old: unknown) => unknown): unknown {
  if (step === undefined) return edit(value);
  if (Array.isArray(value))
    return value.map((each: unknown, index) => (index === step ? edited(each, rest, edit) : each));
  const members = value as Members;
  return { ...members, [step]: edited(members[step], rest, edit) };
}

/** Every copy in which one value, at any depth, is gone or replaced by some wrong ones. */
export function everyFault(value: unknown, random: Random): unknown[] {
  return paths(value).flatMap((at) => {
    const without = edited(value, at.slice(0, -1), (old) =>
      Array.isArray(old) ? [] : Object.fromEntries(Object.entries(old ?? {}).filter(([name]) => name !== at.at(-1))),
    );
    const wrong = [null, 7, 2.5, 'odd', true, [], {}, random.pick(WRONG)];
    return [without, ...wrong.map((each) => edited(value, at, () => each))];
  });
}

/** A copy with one thing wrong (or only different): a member gone, added, renamed, or of another value or type. */
export function mutated(
  value: unknown,
  random: Random,
  names: readonly string[],
  constants: readonly unknown[],
): unknown {
  const at = random.pick(paths(value));
  const parent = at.slice(0, -1);
  const last = at.at(-1);
  switch (random.pick(['drop', 'drop', 'type', 'type', 'type', 'add', 'constant', 'wrap', 'rename'])) {
    case 'drop':
      return edited(value, parent, (old) =>
        Array.isArray(old)
          ? old.slice(1)
          : Object.fromEntries(Object.entries(old ?? {}).filter(([name]) => name !== last)),
      );
    case 'type':
      return edited(value, at, () => random.pick(WRONG));
    case 'add':
      return edited(value, at, (old) =>
        typeof old === 'object' && !Array.isArray(old) ? { ...old, [random.pick(names)]: random.pick(WRONG) } : [old],
      );
    case 'constant':
      return edited(value, at, () => random.pick(constants));
    case 'wrap':
      return edited(value, at, (old) => random.pick([[old], { a: old }]));
    default:
      return edited(value, parent, (old) =>
        typeof old !== 'object' || old === null || Array.isArray(old)
          ? random.pick(WRONG)
          : Object.fromEntries(
              Object.entries(old).map(([name, each]) => [name === last ? random.pick(names) : name, each as unknown]),
            ),
      );
  }
}

/** Every member name, and every constant, that some schemas mention. */
export function vocabulary(schema: unknown): {
  readonly names: readonly string[];
  readonly constants: readonly unknown[];
} {
  const names = new Set<string>();
  const constants = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node as Members)) {
      if (key === 'properties') for (const name of Object.keys(value as Members)) names.add(name);
      if (key === 'const') constants.add(value);
      if (key === 'enum' && Array.isArray(value)) for (const each of value) constants.add(each);
      visit(value);
    }
  };
  visit(schema);
  return { names: [...names], constants: [...constants] };
}
