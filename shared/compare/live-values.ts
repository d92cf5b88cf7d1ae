/** Values that a run put in the place of recorded ones: it knows which stands for which, so a difference in them is none. */

export interface LiveValue {
  readonly before: string;
  readonly after: string;
}

/** What a run of a recording did otherwise on purpose. */
export interface RunOnPurpose {
  /** Values that a server made up anew, and the client sent back. */
  readonly values?: readonly LiveValue[];
  /** The revision that somebody chose to run at. */
  readonly revision?: string;
}

/** Shorter values are words and counters, which stand for others only in a member that holds an id. */
const SHORTEST = 8;
const MOST = 1000;
/** `id`, `note_id`, `noteId`, `noteID`; not `valid` or `paid`. */
const ID_NAME = /(?:^|[_-])[iI][dD]$|[a-z0-9]I[dD]$/;

/** True for a member that holds an id by its name. */
export const isIdName = (name: string): boolean => ID_NAME.test(name);

const isPart = (char: string): boolean => /[A-Za-z0-9_-]/.test(char);

export class LiveValues {
  readonly #long: readonly LiveValue[];
  readonly #all: ReadonlySet<string>;

  constructor(values: readonly LiveValue[] = []) {
    const distinct = values.filter(({ before, after }) => before !== after).slice(0, MOST);
    this.#long = distinct.filter(({ before, after }) => before.length >= SHORTEST && after.length >= SHORTEST);
    this.#all = new Set(distinct.map(({ before, after }) => `${before}\0${after}`));
  }

  /** True when one whole value stands for the other in a member of this name. */
  stands(before: string, after: string, name: string): boolean {
    return isIdName(name) && this.#all.has(`${before}\0${after}`);
  }

  /** A text of the run with the recorded values in place of its own, and which these are. */
  recorded(text: string): { readonly text: string; readonly used: readonly LiveValue[] } {
    const used: LiveValue[] = [];
    let out = text;
    for (const each of this.#long) {
      const next = replaceWhole(out, each.after, each.before);
      if (next !== out) used.push(each);
      out = next;
    }
    return { text: out, used };
  }
}

/** A text with a value replaced where it is not within a longer one. */
function replaceWhole(text: string, value: string, by: string): string {
  let out = '';
  let from = 0;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    if (isPart(text.charAt(at - 1)) || isPart(text.charAt(at + value.length))) continue;
    out += text.slice(from, at) + by;
    from = at + value.length;
  }
  return out + text.slice(from);
}
