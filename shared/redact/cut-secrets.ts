/** Finds the parts of secrets at the edges of texts that were cut off, in a time that hardly grows with the number of secrets. */
import { countBefore, countBelow } from '#shared/base';

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
