/** Pairs as people type them, one a line: `NAME=value` for the environment and parameters, `Name: value` for headers. */
import { protectedParameter } from '#shared/authorization';

type Pair = readonly [name: string, value: string];

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

/** The pairs in order, and as `bad` the lines that have none. */
function pairsIn(lines: readonly string[], pairOf: (line: string) => Pair | undefined) {
  const read = lines.map((line) => ({ line, pair: pairOf(line) }));
  return {
    pairs: read.flatMap(({ pair }) => (pair ? [pair] : [])),
    bad: read.flatMap(({ line, pair }) => (pair ? [] : [line])),
  };
}

function matched(pattern: RegExp): (line: string) => Pair | undefined {
  return (line) => {
    const [, name, value] = pattern.exec(line) ?? [];
    return name === undefined || value === undefined ? undefined : [name, value];
  };
}

/** Variables; lines that are comments are left out. */
export function parseEnvironment(text: string) {
  const lines = linesOf(text).filter((line) => !line.trimStart().startsWith('#'));
  const { pairs, bad } = pairsIn(lines, matched(/^\s*(?:export\s+)?([A-Za-z_][\w.-]*)=(.*)$/));
  const env: { readonly [name: string]: string } = Object.fromEntries(pairs);
  return { env, bad };
}

export function parseHeaders(text: string) {
  const { pairs, bad } = pairsIn(linesOf(text), matched(/^\s*([!#$%&'*+.^_`|~\w-]+)\s*:[ \t]*(.*?)[ \t]*$/));
  return { headers: pairs, bad };
}

/** Parameters of requests for authorization. Lines that would break the check of the answer are `bad`, too. */
export function parseParameters(text: string) {
  const { pairs, bad } = pairsIn(linesOf(text), (line) => {
    const equals = line.indexOf('=');
    const pair: Pair = [line.slice(0, Math.max(0, equals)).trim(), line.slice(equals + 1).trim()];
    return pair[0] === '' || protectedParameter([pair]) !== undefined ? undefined : pair;
  });
  return { parameters: pairs, bad: bad.map((line) => line.trim()) };
}
