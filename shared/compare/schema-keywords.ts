/** What the keywords of JSON Schema do, for who compares two schemas (2020-12, and the older names that are still written). */

/** Only people see them. */
export const COSMETIC: ReadonlySet<string> = new Set([
  'title',
  '$schema',
  '$comment',
  '$id',
  'examples',
  'example',
  'markdownDescription',
]);
/** A larger number refuses more, and a smaller one. */
export const LOWER: ReadonlySet<string> = new Set([
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
  'minContains',
]);
export const UPPER: ReadonlySet<string> = new Set([
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
  'maxContains',
]);
/** With 0 they refuse nothing. */
export const FROM_ZERO: ReadonlySet<string> = new Set(['minLength', 'minItems', 'minProperties']);
/** They hold one schema that accepts what the whole accepts in that place. */
export const SCHEMAS: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'propertyNames',
  'contains',
  'unevaluatedItems',
  'unevaluatedProperties',
  'then',
  'else',
]);
/** They hold schemas of which any, one or all accept. */
export const BRANCHES: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf']);
/** They hold a schema a place. */
export const LISTS: ReadonlySet<string> = new Set(['prefixItems', 'items']);
/** They hold schemas by name that bind. */
export const MAPS: ReadonlySet<string> = new Set(['patternProperties', 'dependentSchemas']);
/** They hold schemas by name that bind where they are referred to. */
export const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions']);
/** Others that refuse something. What is in no list refuses nothing, and a model or a form may go by it. */
export const ASSERTING: ReadonlySet<string> = new Set([
  'pattern',
  'format',
  'multipleOf',
  'uniqueItems',
  'not',
  'if',
  'dependencies',
  'dependentRequired',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  ...SCHEMAS,
  ...BRANCHES,
  ...LISTS,
]);
/** Compared by themselves. */
export const HANDLED: ReadonlySet<string> = new Set(['type', 'enum', 'const', 'properties', 'required']);
