/** A description, as the JSON Schema of one revision: the keywords that validators and the editor both understand. */
import { defined } from '#shared/base';
import { within, type SchemaRevision } from './history.ts';
import type { Condition, Definitions, Field, Fields, Shape } from './shape.ts';

export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly $defs?: { readonly [name: string]: JsonSchema };
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly description?: string;
}

/** The shape that a versioned shape has in a revision; anything before its first version. */
function current(shape: Shape, revision: SchemaRevision): Exclude<Shape, { readonly kind: 'versions' }> {
  if (shape.kind !== 'versions') return shape;
  const found = shape.versions.findLast(({ since }) => since <= revision)?.shape;
  return found ? current(found, revision) : { kind: 'any' };
}

/** Makes JSON Schemas of one revision out of descriptions that refer to each other by name. */
export class SchemaWriter {
  readonly #definitions: Definitions;
  readonly #revision: SchemaRevision;

  constructor(definitions: Definitions, revision: SchemaRevision) {
    this.#definitions = definitions;
    this.#revision = revision;
  }

  /** `$defs` of everything that the revision defines. */
  definitions(): { readonly [name: string]: JsonSchema } {
    return Object.fromEntries(
      Object.entries(this.#definitions)
        .filter(([name]) => this.#defines(name))
        .map(([name, { doc, shape }]) => [name, { ...this.schema(shape), description: doc }]),
    );
  }

  schema(given: Shape): JsonSchema {
    const shape = current(given, this.#revision);
    switch (shape.kind) {
      case 'any':
        return {};
      case 'boolean':
      case 'null':
        return { type: shape.kind };
      case 'string':
        return {
          type: 'string',
          ...(shape.format && { format: shape.format }),
          ...(shape.suggest && { examples: shape.suggest }),
        };
      case 'integer':
      case 'number':
        return { type: shape.kind, ...defined({ minimum: shape.minimum, maximum: shape.maximum }) };
      case 'literal':
        return { type: typeof shape.value === 'string' ? 'string' : 'integer', const: shape.value };
      case 'choice':
        return { type: 'string', enum: shape.values };
      case 'list':
        return {
          type: 'array',
          items: this.schema(shape.items),
          ...(shape.max !== undefined && { maxItems: shape.max }),
        };
      case 'record':
        return { type: 'object', additionalProperties: this.schema(shape.values) };
      case 'object':
        return this.#object(shape.fields, shape.when);
      case 'union':
        return { anyOf: shape.options.filter((each) => this.#exists(each)).map((each) => this.schema(each)) };
      case 'ref':
        return { $ref: `#/$defs/${shape.name}` };
    }
  }

  /** A value that fits and has no more than it must. */
  example(given: Shape): unknown {
    const shape = current(given, this.#revision);
    switch (shape.kind) {
      case 'any':
      case 'record':
        return {};
      case 'boolean':
        return false;
      case 'null':
        return null;
      case 'string':
        return shape.example ?? '';
      case 'integer':
      case 'number':
        return shape.minimum ?? 0;
      case 'literal':
        return shape.value;
      case 'choice':
        return shape.values[0];
      case 'list':
        return [];
      case 'object':
        return Object.fromEntries(
          this.#required(shape.fields).map(([name, field]) => [name, this.example(field.shape)]),
        );
      case 'union': {
        const first = shape.options.find((each) => this.#exists(each));
        return first && this.example(first);
      }
      case 'ref': {
        const definition = this.#definitions[shape.name];
        return definition && this.example(definition.shape);
      }
    }
  }

  #object(all: Fields, when: readonly Condition[]): JsonSchema {
    const fields = this.#fields(all);
    const names = fields.map(([name]) => name);
    const required = this.#required(all).map(([name]) => name);
    const conditions = when.filter((each) => each.require.every((name) => names.includes(name)));
    return {
      type: 'object',
      properties: Object.fromEntries(
        fields.map(([name, { shape, doc }]) => [name, { ...this.schema(shape), description: doc }]),
      ),
      ...(required.length > 0 && { required }),
      ...(conditions.length > 0 && {
        allOf: conditions.map(({ field, is, require }) => ({
          if: { properties: { [field]: { const: is } }, required: [field] },
          then: { required: require },
        })),
      }),
    };
  }

  #fields(fields: Fields): [string, Field][] {
    return Object.entries(fields).filter(([, field]) => within(field, this.#revision));
  }

  #required(fields: Fields): [string, Field][] {
    return this.#fields(fields).filter(([, { required, shape }]) =>
      required === 'when-needed' ? this.#needs(shape) : required.some((span) => within(span, this.#revision)),
    );
  }

  /** True when an empty object does not fit. */
  #needs(given: Shape): boolean {
    const shape = current(given, this.#revision);
    switch (shape.kind) {
      case 'object':
        return this.#required(shape.fields).length > 0;
      case 'ref':
        return this.#needs(this.#definitions[shape.name]?.shape ?? { kind: 'any' });
      case 'union':
        return shape.options.filter((each) => this.#exists(each)).every((each) => this.#needs(each));
      default:
        return false;
    }
  }

  #defines(name: string): boolean {
    const definition = this.#definitions[name];
    return definition !== undefined && within(definition, this.#revision);
  }

  /** False for a reference to what the revision does not define, and for a list of such. */
  #exists(shape: Shape): boolean {
    if (shape.kind === 'list') return this.#exists(shape.items);
    return shape.kind !== 'ref' || this.#defines(shape.name);
  }
}
