/**
 * The notation in which messages are described, a line for each member, as the specification's own `schema.ts` has it:
 *
 *   Tool @2024-11-05..2025-11-25     # A definition in a span of revisions; either end may be left out, `@REVISION` is that one alone.
 *     ...titled                      # The members of a fragment; fragments and types with a small letter are written into their place.
 *     name: string=example           # A text, with an example. `string~a,b` suggests values. Also uri, uri-template, byte (base64).
 *     size?: integer(0..)            # Optional, with a bound.
 *     id?: RequestId !..2025-06-18   # Required in these spans alone.
 *     kind: "a" | "b"                # One of these texts. With other types: any of them that the revision defines.
 *     tags: string[]                 # A list, `string[100]` of so many at the most; `{string}` is an object with members of any name.
 *     data?: 2025-06-18 {}; 2026-07-28 any   # Another type from a revision on.
 *     task?                          # An object, with its members below.
 *     when kind = a: size, data      # These members must be there when `kind` has that value.
 *   result, request METHOD, notification METHOD before a name: with the parts that every one of them has. `-> A, B` are the
 *   results of a request; `always`: `params` must be there even where nothing in it must; `bare`: after the last revision that
 *   sends it, it is an entry of `inputRequests` and has no envelope.
 */
import { defined } from '#shared/base';
import type { SchemaRevision, Span } from './history.ts';
import type { Condition, Definitions, Field, Fields, MessageFacts, Shape, TextFormat } from './shape.ts';

interface Line {
  readonly text: string;
  readonly doc: string;
  readonly below: Line[];
}

const LINE = /^(?:(request|notification) (\S+) |(result) )?(.+)$/;
const HEAD = /^(\S+?)(\?)?(?:: (.+?))?(?: @(\S+))?((?: !\S+)*)((?: bare| always)*)(?: -> (.+))?$/;
const NUMBER = /^(integer|number)(?:\((\d*)\.\.(\d*)\))?$/;
const TEXT = /^(?:string|(uri-template|uri|byte))(?:~([^=]+))?(?:=(.+))?$/;
const EXAMPLES: { readonly [format: string]: string } = {
  uri: 'file:///example.txt',
  'uri-template': 'file:///{name}',
};

/** The definitions and messages of a text in the notation, in its order. Throws at a line that is none of it. */
export function readNotation(text: string): {
  readonly definitions: Definitions;
  readonly messages: readonly MessageFacts[];
} {
  return new Reader(linesOf(text));
}

function linesOf(text: string): readonly Line[] {
  const root: Line[] = [];
  const open = [root];
  for (const each of text.split('\n').filter((line) => line.trim() !== '')) {
    const [written = '', doc = ''] = each.trim().split(/ +# /);
    const line = { text: written, doc, below: [] };
    const depth = each.search(/\S/) / 2;
    const siblings = open[depth];
    if (!siblings) throw new Error(`Indentation of ${each}`);
    siblings.push(line);
    open.splice(depth + 1, open.length, line.below);
  }
  return root;
}

function headOf(text: string) {
  const found = HEAD.exec(text);
  if (!found) throw new Error(`Notation of ${text}`);
  const [, name = '', optional, type, span, spans = '', flags = '', results] = found;
  const required = spans === '' ? (optional === undefined ? [{}] : []) : spans.slice(2).split(' !').map(spanOf);
  return {
    name,
    type,
    span: span === undefined ? {} : spanOf(span),
    required,
    flags,
    results: results?.split(', ') ?? [],
  };
}

function spanOf(text: string): Span {
  const [since = '', until = since] = text.split('..') as (SchemaRevision | '')[];
  return { ...(since && { since }), ...(until && { until }) };
}

const spanning = (fields: Fields, span: Span): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, ...span }]));

class Reader {
  readonly definitions: { [name: string]: Definitions[string] } = {};
  readonly messages: MessageFacts[] = [];
  /** Fragments and types by name, to be written into their place. */
  readonly #inlined: ReadonlyMap<string, Line>;

  constructor(lines: readonly Line[]) {
    this.#inlined = new Map(lines.map((line) => [line.text.replace(/:.*/, ''), line]));
    for (const line of lines) {
      const [, kind, method = '', result, text = ''] = LINE.exec(line.text) ?? [];
      const { name, type, span, flags, results } = headOf(text);
      if (kind === 'request' || kind === 'notification') {
        this.#message({ kind, method, definition: `${name}${SUFFIXES[kind]}`, results, ...span }, flags, type, line);
      } else if (result !== undefined) {
        const fields = {
          ...this.#fragment('resultKind'),
          ...this.#fields(line.below),
          ...this.#fragment('resultMeta'),
        };
        this.definitions[name] = { ...span, doc: line.doc, shape: object(fields, conditions(line.below)) };
      } else if (/^[A-Z]/.test(name)) {
        this.definitions[name] = { ...span, doc: line.doc, shape: this.#shape(type, line.below) };
      }
    }
  }

  #message(facts: MessageFacts, flags: string, type: string | undefined, { doc, below }: Line): void {
    const { kind, method, definition, since, until } = facts;
    const bare = flags.includes('bare');
    const span: Span = { ...(since && { since }), ...(until && !bare && { until }) };
    const params = `${definition}Params`;
    const fields = { ...this.#fragment(`${kind}Meta`), ...this.#fields(below) };
    // What travels bare has an envelope only as long as it is sent.
    const envelope = spanning(this.#fragment(`${kind}Envelope`), bare ? { until: '2025-11-25' } : {});
    const { _meta, ...own } = fields;
    this.definitions[definition] = {
      ...span,
      doc,
      shape: object({
        ...envelope,
        method: { shape: { kind: 'literal', value: method }, doc, required: [{}] },
        params: {
          shape: { kind: 'ref', name: params },
          doc: 'Parameters of the method.',
          required: flags.includes('always') ? [{}] : 'when-needed',
        },
      }),
    };
    this.definitions[params] = {
      ...span,
      doc: `Parameters of ${method}.`,
      shape: type === undefined ? object({ ...own, ...(_meta && { _meta }) }, conditions(below)) : this.#type(type),
    };
    this.messages.push(facts);
  }

  #fragment(name: string): Fields {
    const line = this.#inlined.get(name);
    if (!line) throw new Error(`Fragment ${name}`);
    return this.#fields(line.below);
  }

  #fields(lines: readonly Line[]): Fields {
    const fields: { [name: string]: Field } = {};
    for (const { text, doc, below } of lines) {
      if (text.startsWith('when ')) continue;
      const { name, type, span, required } = headOf(text);
      if (name.startsWith('...')) Object.assign(fields, spanning(this.#fragment(name.slice(3)), span));
      else fields[name] = { ...span, shape: this.#shape(type, below), doc, required };
    }
    return fields;
  }

  #shape(type: string | undefined, below: readonly Line[]): Shape {
    return type === undefined ? object(this.#fields(below), conditions(below)) : this.#type(type);
  }

  #type(text: string): Shape {
    const versions = text.split('; ').flatMap((each) => {
      const [, since, type] = /^(\d{4}-\d\d-\d\d) (.+)$/.exec(each) ?? [];
      return type === undefined ? [] : [{ since: since as SchemaRevision, shape: this.#type(type) }];
    });
    if (versions.length > 0) return { kind: 'versions', versions };
    const options = text.split(' | ').map((each) => this.#term(each));
    const values = options.flatMap((each) => (each.kind === 'literal' ? [String(each.value)] : []));
    const [first] = options;
    if (first && options.length === 1) return first;
    return values.length === options.length ? { kind: 'choice', values } : { kind: 'union', options };
  }

  #term(text: string): Shape {
    const [, items, max] = /^(.*)\[(\d*)\]$/.exec(text) ?? [];
    if (items !== undefined) return { kind: 'list', items: this.#term(items), ...(max && { max: Number(max) }) };
    if (text.startsWith('{')) return { kind: 'record', values: this.#type(text.slice(1, -1) || 'any') };
    if (/^"|^-?\d/.test(text)) return { kind: 'literal', value: JSON.parse(text) as string | number };
    if (text === 'any' || text === 'boolean' || text === 'null') return { kind: text };
    const [, kind, minimum, maximum] = NUMBER.exec(text) ?? [];
    if (kind === 'integer' || kind === 'number')
      return { kind, ...(minimum && { minimum: Number(minimum) }), ...(maximum && { maximum: Number(maximum) }) };
    const written = TEXT.exec(text);
    if (written) {
      const [, format, suggest, example = EXAMPLES[format ?? '']] = written;
      return {
        kind: 'string',
        ...defined({ format: format as TextFormat | undefined, suggest: suggest?.split(','), example }),
      };
    }
    if (/^[A-Z]/.test(text)) return { kind: 'ref', name: text };
    const inlined = this.#inlined.get(text);
    if (!inlined) throw new Error(`Type ${text}`);
    return this.#shape(headOf(inlined.text).type, inlined.below);
  }
}

const SUFFIXES = { request: 'Request', notification: 'Notification' } as const;

const object = (fields: Fields, when: readonly Condition[] = []): Shape => ({ kind: 'object', fields, when });

function conditions(lines: readonly Line[]): Condition[] {
  return lines.flatMap(({ text }) => {
    const [, field, is = '', require = ''] = /^when (\S+) = (\S+): (.+)$/.exec(text) ?? [];
    return field === undefined ? [] : [{ field, is, require: require.split(', ') }];
  });
}
