/** A command line as people type it, to program and arguments and back. No shell runs: quotes group, nothing expands. */

/**
 * Split at white space; single quotes keep everything, double quotes keep all but `\"` and `\\`, a backslash outside quotes
 * keeps the next character when that is white space, a quote or a backslash (so that Windows paths survive).
 */
export function splitCommandLine(text: string): string[] {
  const words: string[] = [];
  let word = '';
  let inWord = false;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (quote !== '') {
      if (char === quote) quote = '';
      else if (quote === '"' && char === '\\' && (next === '"' || next === '\\')) {
        word += next;
        at++;
      } else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      inWord = true;
    } else if (/\s/.test(char)) {
      if (inWord) words.push(word);
      word = '';
      inWord = false;
    } else {
      if (char === '\\' && /[\s"'\\]/.test(next)) {
        word += next;
        at++;
      } else word += char;
      inWord = true;
    }
  }
  if (inWord) words.push(word);
  return words;
}

/** One line that `splitCommandLine` splits into these words again. */
export function joinCommandLine(words: readonly string[]): string {
  return words
    .map((word) => (word !== '' && !/[\s"'\\]/.test(word) ? word : `"${word.replace(/["\\]/g, '\\$&')}"`))
    .join(' ');
}
