/** Asking the person, by a form or by a web page (client/elicitation). */
import type { Span } from '../history.ts';
import { notification, request, theme } from '../message.ts';
import * as s from '../shape.ts';

const FORM: Span = { since: '2025-06-18' };
const RICH: Span = { since: '2025-11-25' };
const CORE_TASKS: Span = { since: '2025-11-25', until: '2025-11-25' };
const meta = s.optional(s.ref('RequestMetaObject'), 'Notes beside the parameters.', { until: '2025-11-25' });
const task = s.optional(s.ref('TaskMetadata'), 'Run it as a task.', CORE_TASKS);
const message = s.required(s.string(), 'What to tell the person.');

const question = (fields: s.Fields): s.Shape =>
  s.object({
    title: s.optional(s.string(), 'Name to show.'),
    description: s.optional(s.string(), 'What to fill in.'),
    ...fields,
  });
const text = s.required(s.literal('string'), 'Type of the value.');
const many = s.required(s.literal('array'), 'Type of the value.');
const preset = (shape: s.Shape): s.Fields[string] => s.optional(shape, 'Value that is filled in.', RICH);
const titled = s.list(
  s.object({ const: s.required(s.string(), 'The value.'), title: s.required(s.string(), 'What to show for it.') }),
);
const count: s.Fields = {
  minItems: s.optional(s.integer(), 'Fewest choices.'),
  maxItems: s.optional(s.integer(), 'Most choices.'),
  default: preset(s.list(s.string())),
};
const legacyEnum = question({
  type: text,
  enum: s.required(s.list(s.string()), 'Values to choose from.'),
  enumNames: s.optional(s.list(s.string()), 'What to show for each value.'),
  default: preset(s.string()),
});

const definitions = {
  StringSchema: s.define(
    'Asks for text.',
    question({
      type: text,
      minLength: s.optional(s.integer(), 'Fewest characters.'),
      maxLength: s.optional(s.integer(), 'Most characters.'),
      format: s.optional(s.choice('email', 'uri', 'date', 'date-time'), 'What the text must be.'),
      default: preset(s.string()),
    }),
    FORM,
  ),
  NumberSchema: s.define(
    'Asks for a number.',
    question({
      type: s.required(s.choice('number', 'integer'), 'Type of the value.'),
      minimum: s.optional(s.number(), 'Smallest value.'),
      maximum: s.optional(s.number(), 'Largest value.'),
      default: preset(s.number()),
    }),
    FORM,
  ),
  BooleanSchema: s.define(
    'Asks yes or no.',
    question({
      type: s.required(s.literal('boolean'), 'Type of the value.'),
      default: s.optional(s.boolean(), 'Value that is filled in.'),
    }),
    FORM,
  ),
  EnumSchema: s.define(
    'Asks to choose.',
    s.versions(
      ['2025-06-18', legacyEnum],
      [
        '2025-11-25',
        s.union(
          s.ref('UntitledSingleSelectEnumSchema'),
          s.ref('TitledSingleSelectEnumSchema'),
          s.ref('UntitledMultiSelectEnumSchema'),
          s.ref('TitledMultiSelectEnumSchema'),
          s.ref('LegacyTitledEnumSchema'),
        ),
      ],
    ),
    FORM,
  ),
  LegacyTitledEnumSchema: s.define('Asks to choose one; shown names in a list beside.', legacyEnum, RICH),
  UntitledSingleSelectEnumSchema: s.define(
    'Asks to choose one.',
    question({
      type: text,
      enum: s.required(s.list(s.string()), 'Values to choose from.'),
      default: preset(s.string()),
    }),
    RICH,
  ),
  TitledSingleSelectEnumSchema: s.define(
    'Asks to choose one, with names to show.',
    question({ type: text, oneOf: s.required(titled, 'Values and what to show.'), default: preset(s.string()) }),
    RICH,
  ),
  UntitledMultiSelectEnumSchema: s.define(
    'Asks to choose some.',
    question({
      type: many,
      items: s.required(
        s.object({ type: text, enum: s.required(s.list(s.string()), 'Values to choose from.') }),
        'What can be chosen.',
      ),
      ...count,
    }),
    RICH,
  ),
  TitledMultiSelectEnumSchema: s.define(
    'Asks to choose some, with names to show.',
    question({
      type: many,
      items: s.required(s.object({ anyOf: s.required(titled, 'Values and what to show.') }), 'What can be chosen.'),
      ...count,
    }),
    RICH,
  ),
  PrimitiveSchemaDefinition: s.define(
    'One field of a form.',
    s.union(s.ref('StringSchema'), s.ref('NumberSchema'), s.ref('BooleanSchema'), s.ref('EnumSchema')),
    FORM,
  ),
  ElicitRequestFormParams: s.define(
    'Asks the person to fill in a form.',
    s.object({
      mode: s.optional(s.literal('form'), 'Says that this is a form; without mode it is one too.', RICH),
      message,
      requestedSchema: s.required(
        s.object({
          $schema: s.optional(s.string(), 'Dialect of the schema.', RICH),
          type: s.required(s.literal('object'), 'A form is always an object.'),
          properties: s.required(s.record(s.ref('PrimitiveSchemaDefinition')), 'Fields of the form.'),
          required: s.optional(s.list(s.string()), 'Fields that must be filled in.'),
        }),
        'Fields of the form, as a flat JSON Schema.',
      ),
      task,
      _meta: meta,
    }),
    FORM,
  ),
  ElicitRequestURLParams: s.define(
    'Asks the person to visit a page.',
    s.object({
      mode: s.required(s.literal('url'), 'Says that a page is to be visited.'),
      message,
      url: s.required(s.uri('https://example.com/'), 'Address of the page.'),
      elicitationId: s.required(
        s.string(),
        'Names this visit; notifications/elicitation/complete repeats it.',
        CORE_TASKS,
      ),
      task,
      _meta: meta,
    }),
    RICH,
  ),
  ElicitResult: s.define(
    'What the person did.',
    s.object({
      action: s.required(s.choice('accept', 'decline', 'cancel'), 'Whether the person agreed, refused or went away.'),
      content: s.optional(
        s.record(
          s.versions(
            ['2025-06-18', s.union(s.string(), s.number(), s.boolean())],
            ['2025-11-25', s.union(s.string(), s.number(), s.boolean(), s.list(s.string()))],
          ),
        ),
        'What was filled in.',
      ),
      _meta: s.optional(s.ref('MetaObject'), 'Notes beside the result.', { until: '2025-11-25' }),
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
    params: s.union(s.ref('ElicitRequestFormParams'), s.ref('ElicitRequestURLParams')),
    results: ['ElicitResult', 'CreateTaskResult'],
  }),
  notification('notifications/elicitation/complete', 'ElicitationComplete', 'The person is done on the page.', {
    ...CORE_TASKS,
    params: { elicitationId: s.required(s.string(), 'elicitationId of the request.') },
  }),
);
