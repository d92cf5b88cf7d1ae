/** The published JSON Schema of a recording's line, made of the shapes by which lines are read. */
import { count, number, oneWord, schemaOf, text } from './field.ts';
import { FORMAT_VERSION } from './header.ts';
import { KINDS } from './kinds/index.ts';
import { FOOTER, HEADER } from './shape.ts';

const TIME = { ...number.schema, minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const EVENT = {
  s: { is: count.is, schema: { ...count.schema, description: 'Sequence number, dense from 0.' } },
  t: {
    is: number.is,
    schema: { ...TIME, description: 'Microseconds since the start, by a clock that never goes back.' },
  },
};

/** The schema (JSON Schema 2020-12) of one line of a recording, as a value to write as JSON. */
export function recordingSchema(): object {
  const kinds = Object.entries(KINDS).map(([kind, shape]) => ({
    description: shape.about,
    ...schemaOf({ ...shape, required: { ...EVENT, k: oneWord(kind), ...shape.required } }),
  }));
  const unknown = {
    description: 'A kind that this version does not know.',
    ...schemaOf({ required: { ...EVENT, k: text } }),
    not: { properties: { k: { enum: Object.keys(KINDS) } } },
  };
  const header = {
    ...HEADER,
    required: { mcprec: { is: number.is, schema: { const: FORMAT_VERSION } }, ...HEADER.required },
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://unpkg.com/mcp-lifeline/dist/lib/recording.schema.json',
    title: `A line of a Lifeline recording, format version ${FORMAT_VERSION}`,
    description:
      'FORMAT.md says what the lines mean. Unknown members are allowed everywhere, and kept; names that begin with x- are for other programs and never get a meaning here.',
    $comment:
      'A file is application/x-mcprec (.mcprec), JSON Lines of such values. $id is a name, not an address to load.',
    oneOf: [
      { description: 'The first line.', ...schemaOf(header) },
      { description: 'An event.', oneOf: [...kinds, unknown] },
      { description: 'The last line of a recording that was closed in order.', ...schemaOf(FOOTER) },
    ],
  };
}
