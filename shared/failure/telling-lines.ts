/** The lines of a program's standard error that say why it ended: the message of a stack trace, not its frames. */

import { shortened } from './shortened.ts';

/** A line, and the event that carried it. */
export interface Line {
  readonly s: number;
  readonly text: string;
}

/** Most lines that are quoted, and most that are looked at. */
const QUOTED = 4;
const LOOKED_AT = 80;

/** Frames and surroundings of messages: of Node.js, Python, Go, Rust, Java, and the tail of npm’s. */
const NOISE: readonly RegExp[] = [
  /^\s*$/,
  /^\s+at\s/,
  /^\s+File "/,
  /^Traceback \(/,
  /^\s*[~^|\s]+$/,
  /^\s*throw\b/,
  /^(?:node:|file:\/\/|\/|[A-Za-z]:\\)\S*:\d+(?::\d+)?$/,
  /^Node\.js v\d/,
  // What V8 writes around the reason when it gives up: headings, the last collections of garbage, frames by address.
  /^(?:<?-{3,}) .* (?:-{3,}>?)$/,
  /^\[\d+:0x[\da-f]+\]\s+\d+ ms: /,
  /^\s*\d+: 0x[\da-f]+\s/,
  /^\s*[}\])]+[,;]?\s*$/,
  /^\s*(?:code|requireStack|errno|syscall|path|url|spawnargs): /,
  /^Require stack:|^- \//,
  /^goroutine \d+|^\t|^\w[\w./()*]*\(.*\)$|^exit status \d+$/,
  /^note: (?:run with )?`?RUST_BACKTRACE/,
  /^\s+\.\.\. \d+ (?:more|lines)/,
  /^npm (?:error|ERR!)\s*$/,
  /^npm (?:error|ERR!) (?:A complete log|\s*\/|Note that you can also|code E)/,
  /^npm notice/,
];
/** A line of a Python trace that repeats the source: indented, below the line that names the file. */
const NAMES_SOURCE = /^\s+File "/;

/** The message of an error, and less surely so. */
const STRONG =
  /^(?:Uncaught )?[\w.]*(?:Error|Exception)\b|^panic:|panicked at|^(?:fatal|FATAL)\b|^npm (?:error|ERR!)|^error:|^Error\b/;
const WEAK =
  /\b(?:error|fatal|failed|cannot|can't|could not|missing|required|not found|not set|invalid|unable|denied)\b/i;

/** Up to four lines: from an error's last message on, else the last ones. Stack frames and empty lines are skipped; long lines are cut. */
export function tellingLines(lines: readonly Line[]): Line[] {
  const looked = lines.slice(-LOOKED_AT);
  const telling = looked.filter(
    ({ text }, at) => !NOISE.some((noise) => noise.test(text)) && !(/^\s/.test(text) && isSource(looked, at)),
  );
  let first = telling.findLastIndex(({ text }) => STRONG.test(text));
  // A message of several lines begins with the first of them.
  while (first > 0 && STRONG.test(telling[first - 1]?.text ?? '')) first--;
  if (first < 0) first = telling.findLastIndex(({ text }) => WEAK.test(text));
  const quoted = first < 0 ? telling.slice(-QUOTED) : telling.slice(first, first + QUOTED);
  return quoted.map(({ s, text }) => ({ s, text: shortened(text.trimEnd()) }));
}

const isSource = (lines: readonly Line[], at: number): boolean =>
  [1, 2].some((before) => NAMES_SOURCE.test(lines[at - before]?.text ?? ''));
