/** What the keywords of JSON Schema do, for who compares two schemas (2020-12, and the older names that are still written). */

const named = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Only people see them. */
export const COSMETIC = named('title $schema $comment $id examples example markdownDescription');
/** A larger number refuses more, and a smaller one. */
export const LOWER = named('minimum exclusiveMinimum minLength minItems minProperties minContains');
export const UPPER = named('maximum exclusiveMaximum maxLength maxItems maxProperties maxContains');
/** With 0 they refuse nothing. */
export const FROM_ZERO = named('minLength minItems minProperties');
/** They hold one schema that accepts what the whole accepts in that place. */
export const SCHEMAS = named(
  'items additionalItems additionalProperties propertyNames contains unevaluatedItems unevaluatedProperties then else',
);
/** They hold schemas of which any, one or all accept. */
export const BRANCHES = named('anyOf oneOf allOf');
/** They hold a schema a place. */
export const LISTS = named('prefixItems items');
/** They hold schemas by name that bind. */
export const MAPS = named('patternProperties dependentSchemas');
/** They hold schemas by name that bind where they are referred to. */
export const DEFINITIONS = named('$defs definitions');
/** Others that refuse something. What is in no list refuses nothing, and a model or a form may go by it. */
export const ASSERTING: ReadonlySet<string> = new Set([
  ...named(
    'pattern format multipleOf uniqueItems not if dependencies dependentRequired contentEncoding contentMediaType contentSchema $ref $dynamicRef $recursiveRef',
  ),
  ...SCHEMAS,
  ...BRANCHES,
  ...LISTS,
]);
export const HANDLED = named('type enum const properties required');
