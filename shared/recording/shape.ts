/** The first and the last line of a recording, and what reading demands of a line. */
import { isObject } from '#shared/jsonrpc';
import {
  about,
  count,
  date,
  fits,
  listOf,
  mark,
  number,
  objectOf,
  oneWord,
  text,
  texts,
  type Field,
  type Shape,
} from './field.ts';
import type { Connection } from './header.ts';
import { kindOf } from './kinds/index.ts';
import type { Fields } from './migrate.ts';

const TRANSPORTS: { readonly [transport: string]: Shape } = {
  stdio: { required: { command: text, args: texts }, optional: { cwd: text, envKeys: texts } },
  'streamable-http': { required: { url: text }, optional: { headerNames: texts } },
};
/** By the transport it names. */
const connection: Field<Connection> = {
  is: (value): value is Connection => {
    const transport = isObject(value) ? value['transport'] : undefined;
    if (typeof transport !== 'string' || !Object.hasOwn(TRANSPORTS, transport)) return false;
    return fits(value as Fields, TRANSPORTS[transport] as Shape);
  },
  schema: {
    oneOf: Object.entries(TRANSPORTS).map(
      ([name, { required, optional }]) =>
        objectOf({ required: { transport: oneWord(name), ...required }, ...(optional ? { optional } : {}) }).schema,
    ),
  },
};
const path = listOf({
  is: (value) => text.is(value) || number.is(value),
  schema: { type: ['string', 'integer'] },
});

/** The first line, beside `mcprec`, the format's version. */
export const HEADER: Shape = {
  required: {
    id: text,
    title: text,
    route: { is: text.is, schema: { type: 'string', examples: ['direct', 'relay', 'tap'] } },
    startedAt: about('Wall clock of t = 0.', date),
    by: objectOf({ required: { name: text, version: text } }),
    connection,
  },
  optional: {
    tags: about('Words by which people find it.', texts),
    note: about('What people have to say of it.', text),
    commit: about('Revision of the source code that was tried.', text),
    test: about('Name of the test that made it.', text),
    host: about('Name of the program that started the server, where the recording was made between the two.', text),
    imported: objectOf({ required: { format: text, unread: count, leftOut: count, remarks: texts } }),
    redacted: listOf(objectOf({ required: { s: number, path, placeholder: text, rule: text } })),
  },
  never: ['s'],
};

/** The last line of a recording that was closed in order. */
export const FOOTER: Shape = { required: { footer: mark, events: count, reason: text }, never: ['s', 'mcprec'] };

/** True for an event of a known kind whose fields have their types; any other is kept as one of an unknown kind. */
export function hasShape(kind: string, fields: Fields): boolean {
  const shape = kindOf(kind);
  return shape !== undefined && fits(fields, shape);
}

/** The name of the first member of a header that is not what it must be; undefined when all are. */
export function wrongInHeader(fields: Fields): string | undefined {
  const wrong = ([name, { is }]: [string, Field]): boolean => !is(fields[name]);
  const given = Object.entries(HEADER.optional ?? {}).filter(([name]) => fields[name] !== undefined);
  return [...Object.entries(HEADER.required), ...given].find(wrong)?.[0];
}
