/** The texts in which a person says which messages are meant: words and `property:value` tokens, and how their values are written. */

/** One token: `property:value`, a quoted text, or a word. */
export const FILTER_TOKEN = /-?[a-z]+:"[^"]*"|-?"[^"]*"|\S+/g;

export const unquote = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;

const quotePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** A pattern for a word, so that no lower-case copy of a large text is made. */
export const containing = (word: string): RegExp => new RegExp(quotePattern(word), 'i');

/** A pattern for a whole text: `*` is anything, case is ignored. Linear time, as the text may come from a stranger. */
export function glob(pattern: string): { readonly test: (text: string) => boolean } {
  const [first = '', ...others] = pattern.toLowerCase().split('*');
  const last = others.pop();
  return {
    test: (text) => {
      const whole = text.toLowerCase();
      if (last === undefined) return whole === first;
      if (!whole.startsWith(first)) return false;
      let at = first.length;
      for (const piece of others) {
        const found = whole.indexOf(piece, at);
        if (found < 0) return false;
        at = found + piece.length;
      }
      return whole.length - at >= last.length && whole.endsWith(last);
    },
  };
}

/** Units of `size:`, in bytes. */
export const SIZE_UNITS = { '': 1, b: 1, k: 1e3, m: 1e6 } as const;

/** `>10k`, `<=500ms`, `7`: a bound with its unit, at least so much when no sign is there. Undefined when it is none. */
export function comparison(
  text: string,
  units: { readonly [unit: string]: number },
): ((value: number) => boolean) | undefined {
  const match = /^(>=|<=|>|<|=)?(\d+(?:\.\d+)?)([a-z]*)$/i.exec(text);
  const unit = units[match?.[3]?.toLowerCase() ?? ''];
  if (!match || unit === undefined) return undefined;
  const bound = Number(match[2]) * unit;
  switch (match[1]) {
    case '>':
      return (value) => value > bound;
    case '<':
      return (value) => value < bound;
    case '<=':
      return (value) => value <= bound;
    case '=':
      return (value) => value === bound;
    default:
      return (value) => value >= bound;
  }
}
