/** Recordings that somebody damaged or forged, made from the stored samples by a seeded generator: the same ones each time. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FOLDER = new URL('../samples/v1/', import.meta.url);
/** Lines taken of each sample, so that a case is quick; what is hostile does not need a long file. */
const LINES = 16;

/** A source of numbers below `n`, by a seed (mulberry32). */
export type Random = (n: number) => number;
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}

/** Pieces of the samples, from their beginnings and from their middles (with numbers made dense), as lines. */
export const BASES: readonly (readonly string[])[] = readdirSync(FOLDER).flatMap((name) => {
  const bytes = readFileSync(new URL(name, FOLDER));
  const [header = '', ...rest] = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split('\n');
  const events = rest.filter((line) => line.startsWith('{"s":'));
  const footer = '{"footer":true,"events":1,"reason":"finished"}';
  const starts = [0, Math.floor(events.length / 3), Math.floor((2 * events.length) / 3)];
  return starts.map((start) => [
    header,
    ...events.slice(start, start + LINES).map((line, s) => line.replace(/^\{"s":\d+/, `{"s":${s}`)),
    footer,
  ]);
});

const DEEP = 100_000;
/** JSON texts of values that are not what anybody expects where they stand. */
const VALUES: readonly ((random: Random) => string)[] = [
  ...'null true false 0 -1 1.5 1e308 1e400 -1e400 9007199254740993 "" "\\ud800" "__proto__" "constructor" [] {} [[]]'
    .split(' ')
    .map((text) => () => text),
  () => '{"__proto__":{"x":1},"constructor":null,"toString":1,"length":-1}',
  () => '{"toString":1,"valueOf":2,"toJSON":3}',
  () => '[{"toString":null,"valueOf":null}]',
  () => '[null,1,"a",{"name":null},{"name":7},["a"]]',
  () => '[["a"],["a","b","c"],[1,2],null]',
  () => '"2026-13-45T99:99:99Z"',
  () => '"text/event-stream"',
  () => '{"kind":"batch","faults":[],"items":[{"kind":"batch"}]}',
  () => '{"bytes":1e9,"decoded":{"kind":"request"}}',
  () => '{"bytes":-1,"decoded":{"kind":"response","faults":[],"outcome":"result"}}',
  (random) => JSON.stringify('x"\\\n\u0000é😀'.repeat(random(400))),
  (random) => '['.repeat(random(300)) + ']'.repeat(random(300)),
];
const anyValue = (random: Random): string => (VALUES[random(VALUES.length)] ?? VALUES[0])?.(random) ?? 'null';

/** Where the values of a JSON text's members stand, however deep; found by reading the text from one to the next. */
function members(line: string): { readonly key: string; readonly from: number; readonly to: number }[] {
  const found = line.matchAll(
    /"((?:[^"\\]|\\.)*)":("(?:[^"\\]|\\.)*"|-?[\d.eE+-]+|true|false|null|\[[^[\]{}]*\]|\{[^[\]{}]*\})/g,
  );
  return [...found].map(({ 0: whole, 1: key = '', 2: value = '', index }) => ({
    key,
    from: index + whole.length - value.length,
    to: index + whole.length,
  }));
}

/** Replace the value of one member of the line by something else. */
function forge(line: string, random: Random): string {
  const all = members(line);
  const member = all[random(all.length)];
  if (!member) return line;
  const { key, from, to } = member;
  const value = line.slice(from, to);
  // A message is forged from within as often as as a whole: it stands as a string in its line.
  if (key === 'raw' && random(4) > 0) {
    const text = JSON.parse(value) as string;
    return line.slice(0, from) + JSON.stringify(forge(text, random)) + line.slice(to);
  }
  return line.slice(0, from) + anyValue(random) + line.slice(to);
}

const NAMES = [
  's',
  't',
  'k',
  'x',
  'dir',
  'raw',
  'b64',
  'at',
  'large',
  'sse',
  'headers',
  'fields',
  '__proto__',
  'footer',
  'id',
  'method',
  'result',
  'params',
];

/** Put a member into the line; a name that stands there already then stands twice. */
function add(line: string, random: Random): string {
  const name = NAMES[random(NAMES.length)] ?? '';
  return line.replace(/\}$/, `,"${name}":${anyValue(random)}}`);
}

const spliced = (lines: readonly string[], at: number, change: (line: string) => string): string =>
  lines.map((line, index) => (index === at ? change(line) : line)).join('\n');

/** The ways to damage a recording. Each gives the bytes of a file. */
export const DAMAGES: { readonly [name: string]: (lines: readonly string[], random: Random) => Uint8Array | string } = {
  'cut at any byte': (lines, random) => {
    const bytes = Buffer.from(lines.join('\n'));
    return bytes.subarray(0, random(bytes.length));
  },
  'with bytes flipped': (lines, random) => {
    const bytes = Buffer.from(lines.join('\n'));
    for (let left = 1 + random(8); left > 0; left--) {
      // Half of them in the first lines, where the header and the short events are.
      const at = random(random(2) === 0 ? Math.min(bytes.length, 1500) : bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
    }
    return bytes;
  },
  'with values of the wrong kind': (lines, random) => {
    let changed = lines;
    for (let left = 1 + random(6); left > 0; left--) {
      const at = 1 + random(lines.length - 1);
      changed = changed.map((line, index) => (index === at ? forge(line, random) : line));
    }
    return changed.join('\n');
  },
  'with a forged header': (lines, random) => spliced(lines, 0, (line) => (random(4) === 0 ? add : forge)(line, random)),
  'with members twice or too many': (lines, random) =>
    spliced(lines, random(lines.length), (line) => add(line, random)),
  'with lines moved, twice, or gone': (lines, random) => {
    const [from, to] = [random(lines.length), random(lines.length)];
    const changed = [...lines];
    const taken = changed.splice(from, random(3));
    changed.splice(to, 0, ...taken, ...(random(2) === 0 ? taken : []));
    return changed.join(random(5) === 0 ? '\r\n' : '\n');
  },
  'with methods, ids and revisions mixed up': (lines, random) => {
    const words =
      lines.join('\n').match(/\\"(?:method|id|protocolVersion|progressToken|taskId|uri)\\":(?:\\"[^"\\]*\\"|\d+)/g) ??
      [];
    return lines
      .map((line) =>
        random(3) > 0
          ? line
          : line.replace(
              /\\"(?:method|id|taskId|progressToken)\\":(?:\\"[^"\\]*\\"|\d+)/,
              () => words[random(words.length)] ?? '',
            ),
      )
      .join('\n');
  },
};

/** Damages that make large files: fewer of them are tried. */
export const LARGE_DAMAGES: typeof DAMAGES = {
  'nested deep in a message': (lines, random) => {
    const [open, close] = random(2) === 0 ? ['[', ']'] : ['{"a":', '}'];
    const nest = `${open.repeat(DEEP)}1${random(4) === 0 ? '' : close.repeat(DEEP)}`;
    const at = 1 + random(lines.length - 2);
    return spliced(lines, at, (line) => {
      const raw = members(line).find(({ key }) => key === 'raw');
      if (!raw) return line;
      const text = JSON.parse(line.slice(raw.from, raw.to)) as string;
      const all = members(text);
      const { from, to } = all[random(all.length)] ?? { from: text.length, to: text.length };
      return line.slice(0, raw.from) + JSON.stringify(text.slice(0, from) + nest + text.slice(to)) + line.slice(raw.to);
    });
  },
  'nested deep in a line': (lines, random) => {
    const [open, close] = random(2) === 0 ? ['[', ']'] : ['{"a":', '}'];
    const nest = `${open.repeat(DEEP)}1${close.repeat(DEEP)}`;
    return spliced(lines, random(lines.length), (line) => line.replace(/\}$/, `,"more":${nest}}`));
  },
  'with a text made long': (lines, random) =>
    spliced(lines, random(lines.length), (line) => {
      const all = members(line).filter(({ from }) => line[from] === '"');
      const { from, to } = all[random(all.length)] ?? { from: 0, to: 0 };
      return (
        line.slice(0, to - 1) +
        line
          .slice(from + 1, to - 1)
          .repeat(20_000)
          .slice(0, 200_000) +
        line.slice(to - 1)
      );
    }),
};
