/** Which fields an event must have to be one of its kind: those that the folds rely on. */
import { isObject } from '#shared/jsonrpc';
import type { Fields } from './migrate.ts';

type Is = (value: unknown) => boolean;

const isText: Is = (value) => typeof value === 'string';
const isNumber: Is = (value) => Number.isFinite(value);
const isCount: Is = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isTexts: Is = (value) => Array.isArray(value) && value.every(isText);
const isTrue: Is = (value) => value === true;
const oneWord =
  (...words: readonly string[]): Is =>
  (value) =>
    words.includes(value as string);
const isDirection = oneWord('c2s', 's2c');
const isBase64: Is = (value) =>
  typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
const orNull =
  (is: Is): Is =>
  (value) =>
    value === null || is(value);
const isPairs: Is = (value) =>
  Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isText));

type Rules = readonly (readonly [name: string, is: Is])[];

interface Shape {
  readonly required: Rules;
  readonly optional: Rules;
  /** Exactly one of these is there: a text, or base64. */
  readonly oneOf?: readonly [text: string, base64: string];
}

const shape = (
  required: { readonly [name: string]: Is },
  optional: { readonly [name: string]: Is } = {},
  oneOf?: Shape['oneOf'],
): Shape => ({
  required: Object.entries(required),
  optional: Object.entries(optional),
  ...(oneOf ? { oneOf } : {}),
});

const SSE_FIELDS = shape({}, { event: isText, id: isText, retry: isNumber, block: isText });
const isSse: Is = (value) => isObject(value) && fits(value, SSE_FIELDS);

const AUTHOR = oneWord('auto', 'user', 'host', 'rerun', 'exercise', 'mock');
const PROCESS_EVENT = oneWord(
  'spawn',
  'spawn-failed',
  'stdin-end',
  'stdin-error',
  'stdin-wait',
  'stdin-drain',
  'stdout-end',
  'stdout-hold',
  'stdout-resume',
  'stray',
  'signal',
  'exit',
);
const TURN = oneWord(
  'opening',
  'open',
  'resumed',
  'era',
  'restarted',
  'authorization',
  'slowed',
  'policy',
  'closing',
  'closed',
  'problem',
);

/** Words with a meaning are enumerated: what looks an event up by one of them relies on it. */
const SHAPES: ReadonlyMap<string, Shape> = new Map([
  [
    'message',
    shape({ dir: isDirection }, { by: AUTHOR, form: isTrue, x: isText, sse: isSse, unterminated: isTrue }, [
      'raw',
      'b64',
    ]),
  ],
  ['stderr', shape({}, {}, ['text', 'b64'])],
  [
    'process',
    shape(
      { event: PROCESS_EVENT },
      {
        pid: isNumber,
        command: isText,
        bytes: isNumber,
        code: orNull(isNumber),
        signal: orNull(isText),
        error: isText,
        by: oneWord('host', 'server'),
      },
    ),
  ],
  [
    'http',
    shape(
      { x: isText, phase: oneWord('request', 'redirect', 'retry', 'response', 'end') },
      {
        step: oneWord(
          'resource-metadata',
          'server-metadata',
          'client-registration',
          'authorization',
          'token',
          'token-exchange',
        ),
        method: isText,
        url: isText,
        status: isNumber,
        headers: isPairs,
        by: oneWord('server', 'client', 'network'),
        error: isText,
        without: isTexts,
        opaque: isTrue,
        proxy: isText,
        proxyFrom: isText,
        unverified: isText,
      },
    ),
  ],
  ['body', shape({ x: isText, dir: isDirection }, {}, ['raw', 'b64'])],
  ['sse', shape({ x: isText, text: isText }, { event: isText, data: isText, id: isText, retry: isNumber })],
  ['connection', shape({ event: TURN }, { reason: isText, detail: isText, steps: isTexts })],
  ['timeout', shape({ at: isCount, limit: oneWord('idle', 'total'), ms: isNumber })],
  ['note', shape({ at: isCount, text: isText })],
  ['gap', shape({ why: isText }, { bytes: isNumber, events: isNumber, atMost: isTrue })],
]);

/** True for an event of a known kind whose fields have their types; any other is kept as one of an unknown kind. */
export function hasShape(kind: string, fields: Fields): boolean {
  const known = SHAPES.get(kind);
  return known !== undefined && fits(fields, known);
}

function fits(fields: Fields, { required, optional, oneOf }: Shape): boolean {
  for (const [name, is] of required) if (!is(fields[name])) return false;
  for (const [name, is] of optional) if (fields[name] !== undefined && !is(fields[name])) return false;
  if (!oneOf) return true;
  const [text, base64] = [fields[oneOf[0]], fields[oneOf[1]]];
  return base64 === undefined ? isText(text) : text === undefined && isBase64(base64);
}

const STDIO = shape({ command: isText, args: isTexts }, { cwd: isText, envKeys: isTexts });
const HTTP = shape({ url: isText }, { headerNames: isTexts });
const IMPORTED = shape({ format: isText, unread: isCount, leftOut: isCount, remarks: isTexts });
const isPath: Is = (value) => Array.isArray(value) && value.every((part) => isText(part) || isNumber(part));
const REDACTED = shape({ s: isNumber, path: isPath, placeholder: isText, rule: isText });

const LABELS: Rules = [
  ['tags', isTexts],
  ['note', isText],
  ['commit', isText],
  ['test', isText],
];

/** The name of the first member of a header that is not what it must be; undefined when all are. */
export function wrongInHeader(fields: Fields): string | undefined {
  for (const name of ['id', 'title', 'route']) if (!isText(fields[name])) return name;
  for (const [name, is] of LABELS) if (fields[name] !== undefined && !is(fields[name])) return name;
  const { startedAt, by, connection, imported, redacted } = fields;
  if (typeof startedAt !== 'string' || Number.isNaN(Date.parse(startedAt))) return 'startedAt';
  if (!isObject(by) || !isText(by['name']) || !isText(by['version'])) return 'by';
  if (imported !== undefined && !(isObject(imported) && fits(imported, IMPORTED))) return 'imported';
  const isListed: Is = (each) => isObject(each) && fits(each, REDACTED);
  if (redacted !== undefined && !(Array.isArray(redacted) && redacted.every(isListed))) return 'redacted';
  if (!isObject(connection)) return 'connection';
  const { transport } = connection;
  const known = transport === 'stdio' ? STDIO : transport === 'streamable-http' ? HTTP : undefined;
  return known && fits(connection, known) ? undefined : 'connection';
}
