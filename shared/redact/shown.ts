/** Takes secrets out of what is told about recordings (comparisons, plans). Redaction comes last, so no verdict changes. */
import { countBefore, countBelow } from '#shared/base';
import { JoinedEvents, type EventBody, type Recorded, type RecordingHeader, type WireEvent } from '#shared/recording';
import { isObject, unescapeName, type JsonObject } from '#shared/jsonrpc';
import { holdsSecrets, isSecretHeaderName, isSecretName, isSecretPlural, looksRandomEnough } from './names/index.ts';
import { planRedaction, secretsIn } from './plan.ts';
import { redact } from './redact.ts';
import { DEFAULT_RULES, type RedactionRules, type Secret } from './types.ts';

/** A shorter part of a secret does not give it away. */
const MIN_PART_CHARS = 6;
/** More of a long secret is not looked for at an edge. */
const MAX_PART_CHARS = 512;
/** Stands between secrets, and in no text. */
const BETWEEN = '\uffff';

export interface CutSecret {
  readonly secret: string;
  /** UTF-16 units of it that are there. */
  readonly length: number;
}

interface Edge {
  readonly part: string;
  readonly secret: string;
}

/** Edges in order, and how they begin: most places of a text are ruled out by that. */
interface Edges {
  readonly all: readonly Edge[];
  readonly keys: ReadonlySet<string>;
}

export class CutSecrets {
  /** Their beginnings, and their ends read backwards. */
  readonly #starts: Edges;
  readonly #ends: Edges;
  /** All of them, and where each begins in that. */
  readonly #all: string;
  readonly #places: readonly number[];
  readonly #secrets: readonly string[];

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
    this.#starts = edgesOf(secrets.map((secret) => ({ part: secret.slice(0, MAX_PART_CHARS), secret })));
    this.#ends = edgesOf(secrets.map((secret) => ({ part: backwards(secret.slice(-MAX_PART_CHARS)), secret })));
    this.#all = secrets.join(BETWEEN);
    let at = 0;
    this.#places = secrets.map(({ length }) => (at += length + 1) - length - 1);
  }

  get count(): number {
    return this.#secrets.length;
  }

  /** The secret of which `text` is a part as a whole. */
  around(text: string): string | undefined {
    const at = text.length < MIN_PART_CHARS ? -1 : this.#all.indexOf(text);
    return at < 0 ? undefined : this.#secrets[countBelow(this.#places, at + 1) - 1];
  }

  /** The longest end of `text` with which a secret begins. */
  atEnd(text: string): CutSecret | undefined {
    return longest(text.slice(-MAX_PART_CHARS), this.#starts);
  }

  /** The longest beginning of `text` with which a secret ends. */
  atStart(text: string): CutSecret | undefined {
    return longest(backwards(text.slice(0, MAX_PART_CHARS)), this.#ends);
  }
}

function longest(text: string, { all, keys }: Edges): CutSecret | undefined {
  for (let at = 0; at + MIN_PART_CHARS <= text.length; at++) {
    if (!keys.has(text.slice(at, at + MIN_PART_CHARS))) continue;
    const end = text.slice(at);
    const edge = all[countBefore(all.length, (n) => (all[n]?.part ?? '') < end)];
    if (edge?.part.startsWith(end)) return { secret: edge.secret, length: end.length };
  }
  return undefined;
}

const backwards = (text: string): string => text.split('').reverse().join('');

function edgesOf(edges: readonly Edge[]): Edges {
  const all = [...edges].sort((a, b) => (a.part < b.part ? -1 : a.part > b.part ? 1 : 0));
  return { all, keys: new Set(all.map(({ part }) => part.slice(0, MIN_PART_CHARS))) };
}

interface Told {
  readonly text: string;
  /** Name of the member whose value it is, as JSON text. */
  readonly member?: string;
}

/** Redacts texts by the rules and by what is secret in some recordings. A value has one placeholder in all of them. */
export class ShownRedactor {
  readonly #rules: RedactionRules;
  readonly #placeholders = new Map<string, string>();
  readonly #highest = new Map<string, number>();
  #marks: string[] = [];
  #cut = new CutSecrets([]);

  /** `recordings` are those that are told about. Takes a time linear in their length; never throws. */
  constructor(recordings: readonly Recorded[], rules: RedactionRules = DEFAULT_RULES) {
    this.#rules = rules;
    const [first] = recordings;
    if (!first) return;
    const others = recordings.slice(1).map(({ header }): EventBody => ({ k: 'unknown', fields: { ...header } }));
    const events = new JoinedEvents([...recordings.map((each) => each.events), others.map(placed)]);
    const joined = { header: withNames(first.header, recordings), events };
    for (const { placeholder, value } of secretsIn(joined, rules)) this.#take(value, placeholder);
  }

  /** How many secrets there are in the recordings and in what was redacted. */
  get count(): number {
    return this.#placeholders.size;
  }

  /**
   * The value (plain data: texts, lists, objects) with placeholders in the place of secrets. Below a `path` or
   * `pointer`, what is named `before` and `after` is a value of the member that it ends with. All secrets are looked for once
   * in each call: many texts are best given together.
   */
  redact<Value>(value: Value): Value {
    const told: Told[] = [];
    visit(value, undefined, (each) => void told.push(each));
    // Of many operations most is said in the same words: each text is looked through once.
    const each = new Map(told.map((one) => [keyOf(one), one]));
    const texts = this.#texts([...each.values()]);
    const places = new Map([...each.keys()].map((key, at) => [key, at]));
    return visit(value, undefined, (one) => texts[places.get(keyOf(one)) ?? -1] ?? '') as Value;
  }

  #texts(told: readonly Told[]): string[] {
    const lines = told.map(({ text, member }) => (member === undefined ? text : `{${JSON.stringify(member)}:${text}}`));
    const events = lines.map((detail): EventBody => ({ k: 'connection', event: 'problem', detail }));
    const recorded: Recorded = { header: NO_HEADER, events: events.map(placed) };
    const marks = [...this.#rules.marks, ...this.#marks];
    const plan = planRedaction(recorded, { ...this.#rules, marks });
    const secrets = plan.secrets.map((secret): Secret => ({
      ...secret,
      placeholder: this.#take(secret.value, secret.placeholder),
    }));
    const clean = redact(recorded, { ...plan, secrets });
    if (this.#cut.count !== this.#marks.length) this.#cut = new CutSecrets([...this.#marks]);
    return told.map(({ text, member }, index) => {
      const event = clean.events.at(index);
      const whole = event?.k === 'connection' ? (event.detail ?? '') : '';
      if (member === undefined) return this.#withoutParts(whole);
      const inner = whole.slice(JSON.stringify(member).length + 2, -1);
      // A value that the rules did not recognise, because it was cut off: its name says enough.
      return inner === text && isTextOf(member, text) ? '"‹secret›"' : this.#withoutParts(inner);
    });
  }

  /** Placeholder of a secret; a new one has the next number of its kind. */
  #take(value: string, proposed: string): string {
    const known = this.#placeholders.get(value);
    if (known !== undefined) return known;
    const kind = proposed.slice(1, proposed.lastIndexOf(':'));
    const number = (this.#highest.get(kind) ?? 0) + 1;
    this.#highest.set(kind, number);
    const placeholder = `‹${kind}:${number}›`;
    this.#placeholders.set(value, placeholder);
    if (looksRandomEnough(value)) this.#marks.push(value);
    return placeholder;
  }

  /** `…` stands where a text was cut off, which may be in the middle of a secret. */
  #withoutParts(text: string): string {
    const pieces = text.split('…');
    if (pieces.length === 1) return text;
    return pieces.map((piece, at) => this.#withoutEdges(piece, at > 0, at < pieces.length - 1)).join('…');
  }

  #withoutEdges(piece: string, cutBefore: boolean, cutAfter: boolean): string {
    const placeholder = (secret: string): string => this.#placeholders.get(secret) ?? '';
    const around = cutBefore && cutAfter ? this.#cut.around(piece) : undefined;
    if (around !== undefined) return placeholder(around);
    const last = cutAfter ? this.#cut.atEnd(piece) : undefined;
    const inner = last ? piece.slice(0, -last.length) : piece;
    const first = cutBefore ? this.#cut.atStart(inner) : undefined;
    return [
      first ? placeholder(first.secret) : '',
      inner.slice(first?.length ?? 0),
      last ? placeholder(last.secret) : '',
    ].join('');
  }
}

const keyOf = ({ text, member }: Told): string =>
  member === undefined ? `=${text}` : `${member.length}:${member}${text}`;

const NO_HEADER: RecordingHeader = {
  mcprec: 1,
  id: 'told',
  title: '',
  startedAt: '',
  by: { name: '', version: '' },
  route: 'direct',
  connection: { transport: 'stdio', command: '', args: [] },
};

const placed = (body: EventBody, s: number): WireEvent => ({ s, t: 0, ...body });

/** The header with the names of variables that any of the recordings set. */
function withNames(header: RecordingHeader, recordings: readonly Recorded[]): RecordingHeader {
  const { connection } = header;
  if (connection.transport !== 'stdio') return header;
  const names = recordings.flatMap(({ header: { connection: each } }) =>
    each.transport === 'stdio' && Array.isArray(each.envKeys) ? each.envKeys : [],
  );
  return { ...header, connection: { ...connection, envKeys: [...new Set(names)] } };
}

/** Visit every text of plain data, in order; gives the data with what `take` gave for each. */
function visit(value: unknown, path: string | undefined, take: (told: Told) => unknown): unknown {
  if (typeof value === 'string') return take({ text: value });
  if (Array.isArray(value)) return value.map((each: unknown) => visit(each, path, take));
  if (!isObject(value)) return value;
  const own = pathOf(value) ?? (isObject(value['mask']) ? pathOf(value['mask']) : undefined) ?? path;
  const member = own === undefined ? undefined : memberOf(own);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const isValue = (name === 'before' || name === 'after') && typeof each === 'string' && member !== undefined;
      return [name, isValue ? take({ text: each, member }) : visit(each, own, take)];
    }),
  );
}

function pathOf({ path, pointer }: JsonObject): string | undefined {
  if (typeof path === 'string') return path;
  return typeof pointer === 'string' ? pointer : undefined;
}

/** The last name of a path that says a secret, or else its last name; indexes are none. */
function memberOf(path: string): string | undefined {
  const names = path
    .split(/[/#]/)
    .map(unescapeName)
    .filter((part) => part !== '' && !/^\d+$/.test(part));
  return names.findLast(isSecret) ?? names.at(-1);
}

const isSecret = (name: string): boolean =>
  isSecretName(name) || isSecretPlural(name) || isSecretHeaderName(name) || holdsSecrets(name);

/** True for a JSON text, whole or cut off, of a string under a name that says a secret. */
const isTextOf = (name: string, json: string): boolean =>
  (isSecretName(name) || isSecretPlural(name) || isSecretHeaderName(name)) &&
  json.startsWith('"') &&
  json.length > 2 &&
  !/^"‹[^"]*›"$/.test(json);
