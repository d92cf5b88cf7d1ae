/** Ways to break the text in the composer on purpose. Each works on the text itself and never prints a parsed message. */
import {
  addMember,
  addParam,
  formatJson,
  memberOf,
  removeAt,
  removeMember,
  replaceAt,
  replaceMember,
  scanJson,
} from '#shared/jsonrpc';
import { bytesOf } from '#shared/recording';
import { canGrow, type Growth } from './grow.ts';

/** What a variant gives: a text, exact bytes, or a text that grows when it is sent. */
export type Made = { readonly text: string; readonly growth?: Growth } | { readonly bytes: Uint8Array };

/** A member that a message of the present method must have, by the revision's schema. */
export interface RequiredField {
  readonly path: readonly string[];
  /** JSON types that it may have; empty when any. */
  readonly types: readonly string[];
}

export interface VariantFacts {
  /** JSON text of an id that the session has used. */
  readonly usedId: string | undefined;
  readonly fields: readonly RequiredField[];
}

type Maker = (text: string, facts: VariantFacts) => string | Uint8Array | undefined;

/** Whole part beyond 2^53, so that a reader with doubles gives back another number. */
const BIG_INTEGER = '9007199254740993';

const ERROR = '{"code":-32603,"message":"Both at once"}';

const envelope = {
  'no-jsonrpc': (text) => removeMember(text, 'jsonrpc'),
  'wrong-jsonrpc': (text) => replaceMember(text, 'jsonrpc', '"1.0"'),
  'no-id': (text) => removeMember(text, 'id'),
  'null-id': (text) => replaceMember(text, 'id', 'null'),
  'reuse-id': (text, { usedId }) => (usedId === undefined ? undefined : replaceMember(text, 'id', usedId)),
  'fractional-id': (text) => replaceMember(text, 'id', '1.5'),
  'big-id': (text) => replaceMember(text, 'id', BIG_INTEGER),
  'unknown-method': (text) => replaceMember(text, 'method', '"no/such/method"'),
  'result-and-error': resultAndError,
} satisfies { readonly [name: string]: Maker };

const json = {
  truncated: (text) => text.slice(0, Math.floor(text.length / 2)),
  'trailing-comma': trailingComma,
  'duplicate-keys': duplicateKey,
  'big-integer': (text) => addParam(text, 'big', BIG_INTEGER.repeat(2)),
  'lone-surrogate': (text) => addParam(text, 'lone', '"\\ud800"'),
} satisfies { readonly [name: string]: Maker };

const framing = {
  'two-on-a-line': (text) => (text === '' ? undefined : text + text),
  newline: newline,
  pretty: (text) => formatJson(text),
  'byte-order-mark': (text) => (text.startsWith('\ufeff') ? undefined : `\ufeff${text}`),
  'batch-of-one': (text) => (text === '' ? undefined : `[${text}]`),
  'batch-of-two': (text) => (text === '' ? undefined : `[${text},${text}]`),
  'empty-batch': () => '[]',
  empty: () => '',
} satisfies { readonly [name: string]: Maker };

const bytes = {
  'as-hex': (text) => bytesOf({ raw: text }),
  'invalid-utf8': (text) => withBytes(text, [0xff]),
  // A surrogate as if it were a character (CESU-8), which UTF-8 forbids.
  'surrogate-bytes': (text) => withBytes(text, [0xed, 0xa0, 0x80]),
} satisfies { readonly [name: string]: Maker };

const GROUPS = { envelope, json, framing, bytes };
export type VariantGroup = keyof typeof GROUPS | 'fields' | 'size';
export type PlainVariant = keyof typeof envelope | keyof typeof json | keyof typeof framing | keyof typeof bytes;

/** One way to break the text; `path` and `json` where it is about a field, with what takes the place of its value. */
export interface Variant {
  readonly key: string;
  readonly group: VariantGroup;
  readonly what: PlainVariant | 'wrong-type' | 'missing-field' | Growth;
  readonly path?: string;
  readonly json?: string;
  readonly made: Made;
}

/** Every way that applies to the text: that gives something else than what is there. */
export function variants(text: string, facts: VariantFacts): Variant[] {
  const plain = Object.entries(GROUPS).flatMap(([group, makers]) =>
    Object.entries<Maker>(makers).flatMap(([what, make]): Variant[] => {
      const made = make(text, facts);
      if (made === undefined || made === text) return [];
      const name = what as PlainVariant;
      return [
        {
          key: what,
          group: group as VariantGroup,
          what: name,
          made: typeof made === 'string' ? { text: made } : { bytes: made },
        },
      ];
    }),
  );
  const sizes = (['big-string', 'deep-nest'] as const)
    .filter(() => canGrow(text))
    .map((growth): Variant => ({ key: growth, group: 'size', what: growth, made: { text, growth } }));
  return [...plain, ...fieldVariants(text, facts.fields), ...sizes];
}

const VALUES: readonly (readonly [type: string, json: string])[] = [
  ['number', '42'],
  ['string', '"text"'],
  ['boolean', 'true'],
  ['array', '[]'],
  ['object', '{}'],
  ['null', 'null'],
];

function fieldVariants(text: string, fields: readonly RequiredField[]): Variant[] {
  return fields.flatMap(({ path, types }): Variant[] => {
    const name = path.join('.');
    const wrong = VALUES.find(
      ([type]) => !types.some((each) => each === type || (each === 'integer' && type === 'number')),
    );
    const changed = wrong && types.length > 0 ? replaceAt(text, path, wrong[1]) : undefined;
    const without = removeAt(text, path);
    const variant = (what: 'wrong-type' | 'missing-field', made: string, json?: string): Variant => ({
      key: `${what} ${name}`,
      group: 'fields',
      what,
      path: name,
      ...(json === undefined ? {} : { json }),
      made: { text: made },
    });
    return [
      ...(changed === undefined || changed === text ? [] : [variant('wrong-type', changed, wrong?.[1])]),
      // The envelope's own have entries of their own.
      ...(without === undefined || name === 'jsonrpc' || name === 'id' ? [] : [variant('missing-field', without)]),
    ];
  });
}

/** A response with the message's id that says both how it went well and how it failed. */
function resultAndError(text: string): string | undefined {
  if (memberOf(text, 'result')) return addMember(text, 'error', ERROR);
  if (memberOf(text, 'error')) return addMember(text, 'result', '{}');
  const id = memberOf(text, 'id');
  return id && `{"jsonrpc":"2.0","id":${text.slice(id.start, id.end)},"result":{},"error":${ERROR}}`;
}

/** A comma before the closing bracket of the outermost object or array that is not empty. */
function trailingComma(text: string): string | undefined {
  const { members, end, fault, root } = scanJson(text);
  const last = members[members.length - 1];
  if (fault || !last || (root !== 'object' && root !== 'array')) return undefined;
  return end > last.end ? `${text.slice(0, last.end)},${text.slice(last.end)}` : undefined;
}

/** The last member once more: readers keep the first, the last, or refuse. */
function duplicateKey(text: string): string | undefined {
  const { root, members } = scanJson(text);
  const last = members[members.length - 1];
  return root === 'object' && last ? addMember(text, last.key, text.slice(last.start, last.end)) : undefined;
}

function newline(text: string): string | undefined {
  const first = scanJson(text).members[0];
  return first && `${text.slice(0, first.end)}\n${text.slice(first.end)}`;
}

/** The text's bytes with others before the end of its last string, or at its end when it has none. */
function withBytes(text: string, more: readonly number[]): Uint8Array {
  const quote = text.lastIndexOf('"');
  const at = quote < 0 ? text.length : quote;
  return new Uint8Array([...bytesOf({ raw: text.slice(0, at) }), ...more, ...bytesOf({ raw: text.slice(at) })]);
}
