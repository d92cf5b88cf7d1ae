/** Which fields a line must have to be what it says it is: those that the folds rely on. */
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
  orNull,
  pairs,
  text,
  texts,
  type Shape,
} from './field.ts';
import type { Fields } from './migrate.ts';
import { CONNECTION_EVENTS, PROCESS_EVENTS, TAP_ACTS } from './wire-event.ts';

const direction = about('Client to server, or server to client.', oneWord('c2s', 's2c'));
const exchange = about('The HTTP exchange.', text);
const PAYLOAD = ['raw', 'b64'] as const;

/** The kinds of events; words with meaning are enumerated, as lookups rely on it. Also the published schema that FORMAT.md must match. */
export const SHAPES: { readonly [kind: string]: Shape & { readonly about: string } } = {
  message: {
    about: 'One line on stdin or stdout, one HTTP body, or the data of one SSE event, whether it is JSON-RPC or not.',
    required: { dir: direction },
    optional: {
      by: about(
        'Who made it, where that is not the client or the server by itself.',
        oneWord('auto', 'user', 'host', 'rerun', 'exercise', 'mock', 'tap'),
      ),
      form: about('Made from a form, not typed.', mark),
      x: exchange,
      sse: objectOf({
        required: {},
        optional: {
          event: text,
          id: text,
          retry: number,
          block: about(
            "The event's exact text, where event, id, retry, data in this order would not give it back.",
            text,
          ),
        },
      }),
      leg: about(
        'The only connection of a tap that it crossed; without it, it went through unchanged.',
        oneWord('client', 'server'),
      ),
      of: about('Event of the message in whose place it went on from a tap.', count),
      unterminated: about('The stream ended, or a bound was hit, before the line did.', mark),
    },
    oneOf: PAYLOAD,
    never: ['large'],
  },
  stderr: {
    about: "A piece of the server's standard error, line end included.",
    required: {},
    oneOf: ['text', 'b64'],
  },
  process: {
    about: "What happened to the server's process.",
    required: {
      event: oneWord(...PROCESS_EVENTS),
    },
    optional: {
      pid: number,
      command: text,
      bytes: number,
      code: orNull(number),
      signal: orNull(text),
      error: text,
      by: oneWord('host', 'server'),
    },
  },
  http: {
    about: 'A step of one HTTP exchange.',
    required: { x: exchange, phase: oneWord('request', 'redirect', 'retry', 'response', 'end') },
    optional: {
      step: oneWord(
        'resource-metadata',
        'server-metadata',
        'client-registration',
        'authorization',
        'token',
        'token-exchange',
      ),
      method: text,
      url: text,
      status: number,
      phrase: text,
      headers: pairs,
      by: oneWord('server', 'client', 'network'),
      error: text,
      without: texts,
      opaque: mark,
      proxy: text,
      proxyFrom: text,
      unverified: text,
    },
  },
  body: {
    about: 'The body of an HTTP exchange that carries no MCP message.',
    required: { x: exchange, dir: direction },
    oneOf: PAYLOAD,
  },
  sse: {
    about: 'Text on an SSE stream that carried no message.',
    required: { x: exchange, text },
    optional: { event: text, data: text, id: text, retry: number },
  },
  connection: {
    about: 'A turn in the life of the connection.',
    required: {
      event: oneWord(...CONNECTION_EVENTS),
    },
    optional: { reason: text, detail: text, steps: texts },
  },
  timeout: {
    about: 'A request was not answered in time.',
    required: { at: count, limit: oneWord('idle', 'total'), ms: number },
  },
  tap: {
    about: 'What a tap did with a message, or of itself.',
    required: {
      act: oneWord(...TAP_ACTS),
    },
    optional: {
      at: about('Event of the message.', count),
      rule: about('The condition or the name of the rule that it fitted.', text),
      by: oneWord('user', 'rule', 'limit', 'gone'),
      ms: number,
      times: number,
      status: number,
      why: about('On a `spared`: why it went on all the same.', oneWord('size', 'encoding', 'response')),
      orders: about('On `armed`: JSON text of what waits or is changed from here on.', text),
    },
  },
  note: { about: "A person's note on an event.", required: { at: count, text } },
  gap: {
    about: 'Something was left out.',
    required: { why: text },
    optional: {
      bytes: number,
      events: number,
      atMost: about('`bytes` or `events` is a bound: how much it was is not known.', mark),
    },
  },
};

const TRANSPORTS: { readonly [transport: string]: Shape } = {
  stdio: { required: { command: text, args: texts }, optional: { cwd: text, envKeys: texts } },
  'streamable-http': { required: { url: text }, optional: { headerNames: texts } },
};
/** By the transport it names. */
const connection = {
  is: (value: unknown): boolean => {
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
  return Object.hasOwn(SHAPES, kind) && fits(fields, SHAPES[kind] as Shape);
}

/** The name of the first member of a header that is not what it must be; undefined when all are. */
export function wrongInHeader(fields: Fields): string | undefined {
  const wrong = ([name, { is }]: [string, { is: (value: unknown) => boolean }]): boolean => !is(fields[name]);
  const given = Object.entries(HEADER.optional ?? {}).filter(([name]) => fields[name] !== undefined);
  return [...Object.entries(HEADER.required), ...given].find(wrong)?.[0];
}
