/** Asking the person, by a form or by a web page (client/elicitation). */
import type { Span } from '../history.ts';
import { notification, request, theme } from '../message.ts';
import {
  boolean,
  choice,
  define,
  integer,
  list,
  literal,
  number,
  object,
  optional,
  record,
  ref,
  required,
  string,
  union,
  uri,
  versions,
  type Fields,
  type Shape,
} from '../shape.ts';

const FORM: Span = { since: '2025-06-18' };
const RICH: Span = { since: '2025-11-25' };
const CORE_TASKS: Span = { since: '2025-11-25', until: '2025-11-25' };
const meta = optional(ref('RequestMetaObject'), 'Notes beside the parameters.', { until: '2025-11-25' });
const task = optional(ref('TaskMetadata'), 'Run it as a task.', CORE_TASKS);
const message = required(string(), 'What to tell the person.');

const question = (fields: Fields): Shape =>
  object({
    title: optional(string(), 'Name to show.'),
    description: optional(string(), 'What to fill in.'),
    ...fields,
  });
const text = required(literal('string'), 'Type of the value.');
const many = required(literal('array'), 'Type of the value.');
const preset = (shape: Shape): Fields[string] => optional(shape, 'Value that is filled in.', RICH);
const titled = list(
  object({ const: required(string(), 'The value.'), title: required(string(), 'What to show for it.') }),
);
const count: Fields = {
  minItems: optional(integer(), 'Fewest choices.'),
  maxItems: optional(integer(), 'Most choices.'),
  default: preset(list(string())),
};
const legacyEnum = question({
  type: text,
  enum: required(list(string()), 'Values to choose from.'),
  enumNames: optional(list(string()), 'What to show for each value.'),
  default: preset(string()),
});

const definitions = {
  StringSchema: define(
    'Asks for text.',
    question({
      type: text,
      minLength: optional(integer(), 'Fewest characters.'),
      maxLength: optional(integer(), 'Most characters.'),
      format: optional(choice('email', 'uri', 'date', 'date-time'), 'What the text must be.'),
      default: preset(string()),
    }),
    FORM,
  ),
  NumberSchema: define(
    'Asks for a number.',
    question({
      type: required(choice('number', 'integer'), 'Type of the value.'),
      minimum: optional(number(), 'Smallest value.'),
      maximum: optional(number(), 'Largest value.'),
      default: preset(number()),
    }),
    FORM,
  ),
  BooleanSchema: define(
    'Asks yes or no.',
    question({
      type: required(literal('boolean'), 'Type of the value.'),
      default: optional(boolean(), 'Value that is filled in.'),
    }),
    FORM,
  ),
  EnumSchema: define(
    'Asks to choose.',
    versions(
      ['2025-06-18', legacyEnum],
      [
        '2025-11-25',
        union(
          ref('UntitledSingleSelectEnumSchema'),
          ref('TitledSingleSelectEnumSchema'),
          ref('UntitledMultiSelectEnumSchema'),
          ref('TitledMultiSelectEnumSchema'),
          ref('LegacyTitledEnumSchema'),
        ),
      ],
    ),
    FORM,
  ),
  LegacyTitledEnumSchema: define('Asks to choose one; shown names in a list beside.', legacyEnum, RICH),
  UntitledSingleSelectEnumSchema: define(
    'Asks to choose one.',
    question({ type: text, enum: required(list(string()), 'Values to choose from.'), default: preset(string()) }),
    RICH,
  ),
  TitledSingleSelectEnumSchema: define(
    'Asks to choose one, with names to show.',
    question({ type: text, oneOf: required(titled, 'Values and what to show.'), default: preset(string()) }),
    RICH,
  ),
  UntitledMultiSelectEnumSchema: define(
    'Asks to choose some.',
    question({
      type: many,
      items: required(
        object({ type: text, enum: required(list(string()), 'Values to choose from.') }),
        'What can be chosen.',
      ),
      ...count,
    }),
    RICH,
  ),
  TitledMultiSelectEnumSchema: define(
    'Asks to choose some, with names to show.',
    question({
      type: many,
      items: required(object({ anyOf: required(titled, 'Values and what to show.') }), 'What can be chosen.'),
      ...count,
    }),
    RICH,
  ),
  PrimitiveSchemaDefinition: define(
    'One field of a form.',
    union(ref('StringSchema'), ref('NumberSchema'), ref('BooleanSchema'), ref('EnumSchema')),
    FORM,
  ),
  ElicitRequestFormParams: define(
    'Asks the person to fill in a form.',
    object({
      mode: optional(literal('form'), 'Says that this is a form; without mode it is one too.', RICH),
      message,
      requestedSchema: required(
        object({
          $schema: optional(string(), 'Dialect of the schema.', RICH),
          type: required(literal('object'), 'A form is always an object.'),
          properties: required(record(ref('PrimitiveSchemaDefinition')), 'Fields of the form.'),
          required: optional(list(string()), 'Fields that must be filled in.'),
        }),
        'Fields of the form, as a flat JSON Schema.',
      ),
      task,
      _meta: meta,
    }),
    FORM,
  ),
  ElicitRequestURLParams: define(
    'Asks the person to visit a page.',
    object({
      mode: required(literal('url'), 'Says that a page is to be visited.'),
      message,
      url: required(uri('https://example.com/'), 'Address of the page.'),
      elicitationId: required(string(), 'Names this visit; notifications/elicitation/complete repeats it.', CORE_TASKS),
      task,
      _meta: meta,
    }),
    RICH,
  ),
  ElicitResult: define(
    'What the person did.',
    object({
      action: required(choice('accept', 'decline', 'cancel'), 'Whether the person agreed, refused or went away.'),
      content: optional(
        record(
          versions(
            ['2025-06-18', union(string(), number(), boolean())],
            ['2025-11-25', union(string(), number(), boolean(), list(string()))],
          ),
        ),
        'What was filled in.',
      ),
      _meta: optional(ref('MetaObject'), 'Notes beside the result.', { until: '2025-11-25' }),
    }),
    FORM,
  ),
};

export const elicitation = theme(
  definitions,
  request('elicitation/create', 'Elicit', 'Asks the person something.', {
    since: '2025-06-18',
    until: '2025-11-25',
    bare: true,
    params: union(ref('ElicitRequestFormParams'), ref('ElicitRequestURLParams')),
    results: ['ElicitResult', 'CreateTaskResult'],
  }),
  notification('notifications/elicitation/complete', 'ElicitationComplete', 'The person is done on the page.', {
    ...CORE_TASKS,
    params: { elicitationId: required(string(), 'elicitationId of the request.') },
  }),
);
