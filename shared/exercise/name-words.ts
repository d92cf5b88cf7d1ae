/** Names of members, arguments and tools as words, to tell which value of one answer another call asks for. */

/** Words that say what a tool does, and not with what. */
const VERBS: ReadonlySet<string> = new Set(
  (
    'get list read search find fetch create make add update edit set write delete remove show describe lookup query run call ' +
    'open close move copy all by for of the a an from to in with and or my'
  ).split(' '),
);

/** Words for a folder of a file system. */
export const FOLDER_WORDS: ReadonlySet<string> = new Set(
  'dir directory folder root cwd repo repository tree workspace'.split(' '),
);

const MAX_NAME_CHARS = 200;

/** The words of a name in small letters and in the singular: `listUserIds` gives list, user, id. */
export function wordsOf(name: string): string[] {
  return name
    .slice(0, MAX_NAME_CHARS)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => (word === '' ? [] : [singular(word)]));
}

/** The words that say with what a tool works: `list_open_issues` gives issue. */
export function subjectsOf(name: string): string[] {
  return wordsOf(name).filter((word) => !VERBS.has(word));
}

function singular(word: string): string {
  if (word.length < 4 || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
