/**
 * A text that a simple regular expression of a schema matches, made from its parts and never by running it: an expression of a
 * server can take for ever. What looks around, refers back or names properties of characters is not understood.
 */

/** Of groups. */
const MAX_DEPTH = 16;
/** Of an expression that is read, and of a text that is made. */
const MAX_TEXT_CHARS = 512;
/** Of an open repetition, to reach a length. */
const MAX_REPEAT_COUNT = 64;

/** Makes text; `more` is how often open repetitions go beyond their least. */
type Part = (more: number) => string;

class NotUnderstood extends Error {}

/** A text of `least` to `most` UTF-16 units that the expression matches, empty only as a last resort; or undefined. Never throws. */
export function patternExample(pattern: string, least = 0, most = MAX_TEXT_CHARS): string | undefined {
  if (pattern.length > MAX_TEXT_CHARS) return undefined;
  try {
    const part = new Reader(pattern).whole();
    const wanted = Math.max(least, 1);
    for (let more = 0; more <= MAX_REPEAT_COUNT; more++) {
      const text = part(more);
      if (text.length > Math.min(most, MAX_TEXT_CHARS)) break;
      if (text.length >= wanted) return text;
    }
    const shortest = part(0);
    return shortest.length >= least && shortest.length <= most ? shortest : undefined;
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

const notUnderstood = (): never => {
  throw new NotUnderstood();
};

/** Characters that are tried for a class, the plainest first. */
const PLAIN = [
  ...'a1Ax0_-./:@ #,+=~!%&*',
  ...'bcdefghijklmnopqrstuvwyz',
  ...'23456789',
  ...'BCDEFGHIJKLMNOPQRSTUVWXYZ',
];

type Accepts = (character: string) => boolean;

const DIGIT: Accepts = (each) => each >= '0' && each <= '9';
const WORD: Accepts = (each) =>
  DIGIT(each) || (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || each === '_';
const SPACE: Accepts = (each) => ' \t\n\r\f\v\u00a0'.includes(each);
const not =
  (accepts: Accepts): Accepts =>
  (each) =>
    !accepts(each);

/** Classes of characters by the letter after a backslash (ECMA-262, CharacterClassEscape). */
const CLASSES: { readonly [letter: string]: Accepts } = {
  d: DIGIT,
  D: not(DIGIT),
  w: WORD,
  W: not(WORD),
  s: SPACE,
  S: not(SPACE),
};
const CONTROLS: { readonly [letter: string]: string } = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v', 0: '\0' };

/** Reads an expression to its parts. Every method throws `NotUnderstood` at what it does not know. */
class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Part {
    const part = this.#choices();
    return this.#at < this.#text.length ? notUnderstood() : part;
  }

  #takes(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  /** The next character, a surrogate pair as one. */
  #next(): string {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) return notUnderstood();
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    return character;
  }

  #choices(): Part {
    if (++this.#depth > MAX_DEPTH) return notUnderstood();
    const parts = [this.#sequence()];
    while (this.#takes('|')) parts.push(this.#sequence());
    this.#depth--;
    // The first choice that is not empty: what may be left out need not be.
    return (more) => {
      for (const part of parts) {
        const text = part(more);
        if (text !== '') return text;
      }
      return '';
    };
  }

  #sequence(): Part {
    const parts: Part[] = [];
    let ended = false;
    while (this.#at < this.#text.length && !'|)'.includes(this.#text[this.#at] ?? '')) {
      // What stands before a beginning or behind an end can't be matched.
      if (this.#takes('^')) {
        if (parts.length > 0) return notUnderstood();
      } else if (this.#takes('$')) ended = true;
      else if (ended) return notUnderstood();
      else parts.push(this.#repeated(this.#atom()));
    }
    return (more) => {
      let text = '';
      for (const part of parts) {
        text += part(more);
        if (text.length > MAX_TEXT_CHARS) break;
      }
      return text;
    };
  }

  #atom(): Part {
    if (this.#takes('(')) return this.#group();
    if (this.#takes('[')) return always(this.#oneOf());
    if (this.#takes('.')) return always('a');
    if (this.#takes('\\')) {
      const escaped = this.#escape();
      return always(typeof escaped === 'string' ? escaped : pick([escaped]));
    }
    const character = this.#next();
    return '*+?{}'.includes(character) ? notUnderstood() : always(character);
  }

  #group(): Part {
    if (this.#takes('?') && !this.#takes(':')) {
      if (!this.#takes('<') || '=!'.includes(this.#text[this.#at] ?? '=')) return notUnderstood();
      while (!this.#takes('>')) this.#next();
    }
    // An anchor inside of a group may stand in the middle of the text.
    const from = this.#at;
    const part = this.#choices();
    if (!this.#takes(')') || /[$^]/.test(this.#text.slice(from, this.#at).replace(/\\.|\[[^\]]*\]/g, '')))
      return notUnderstood();
    return part;
  }

  #repeated(part: Part): Part {
    let [least, most] = [1, 1];
    if (this.#takes('*')) [least, most] = [0, Infinity];
    else if (this.#takes('+')) most = Infinity;
    else if (this.#takes('?')) least = 0;
    else {
      const counted = /^\{(\d{1,6})(,(\d{0,6}))?\}/.exec(this.#text.slice(this.#at, this.#at + 20));
      if (!counted) return part;
      const [all, from = '', comma, to = ''] = counted;
      this.#at += all.length;
      least = Number(from);
      most = comma === undefined ? least : to === '' ? Infinity : Number(to);
    }
    this.#takes('?');
    if (least > most || '*+?{'.includes(this.#text[this.#at] ?? ' ')) return notUnderstood();
    return (more) => {
      const times = Math.min(least + more, Math.max(least, most));
      let text = '';
      for (let count = 0; count < times && text.length <= MAX_TEXT_CHARS; count++) text += part(more);
      return text;
    };
  }

  /** A character of a class in brackets. */
  #oneOf(): string {
    const negated = this.#takes('^');
    const accepted: (string | Accepts)[] = [];
    const first: string[] = [];
    while (!this.#takes(']')) {
      const from = this.#member();
      if (typeof from === 'string' && this.#text[this.#at] === '-' && this.#text[this.#at + 1] !== ']') {
        this.#at++;
        const to = this.#member();
        if (typeof to !== 'string' || to < from) return notUnderstood();
        accepted.push((each) => each >= from && each <= to);
      } else accepted.push(from);
      if (typeof from === 'string') first.push(from);
    }
    if (!negated) return pick(accepted, first);
    return pick([(each) => !accepted.some((one) => (typeof one === 'string' ? one === each : one(each)))]);
  }

  #member(): string | Accepts {
    return this.#takes('\\') ? this.#escape() : this.#next();
  }

  /** What follows a backslash: a character, or what a class accepts. */
  #escape(): string | Accepts {
    const letter = this.#next();
    if (Object.hasOwn(CLASSES, letter)) return CLASSES[letter] ?? notUnderstood();
    if (Object.hasOwn(CONTROLS, letter)) return CONTROLS[letter] ?? notUnderstood();
    const digits = letter === 'u' ? 4 : letter === 'x' ? 2 : 0;
    if (digits > 0) {
      const hex = this.#text.slice(this.#at, this.#at + digits);
      if (hex.length !== digits || !/^[\da-f]+$/i.test(hex)) return notUnderstood();
      this.#at += digits;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    return /[A-Za-z1-9]/.test(letter) ? notUnderstood() : letter;
  }
}

const always =
  (text: string): Part =>
  () =>
    text;

/** The plainest character that one of `accepted` takes, else one of `first`. */
function pick(accepted: readonly (string | Accepts)[], first: readonly string[] = []): string {
  const takes = (each: string): boolean => accepted.some((one) => (typeof one === 'string' ? one === each : one(each)));
  return PLAIN.find(takes) ?? first[0] ?? notUnderstood();
}
