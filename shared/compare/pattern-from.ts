/** The masks that are offered for a difference: the narrowest patterns that two texts fit, with placeholders for the pieces that differ. */
import { parsedJson } from '#shared/jsonrpc';
import { commonEnds } from './list-pairs.ts';
import {
  fitPattern,
  MAX_PATTERN_CHARS,
  parsePattern,
  patternOf,
  printPattern,
  type Pattern,
  type PatternPart,
} from './pattern.ts';
import { pieceEnd, type Placeholder, type Steps } from './placeholders.ts';
import { isEnding, pathMembers } from './pointer-masks.ts';
import { MAX_TEXT_CHARS, type Difference } from './types.ts';

interface Token {
  readonly text: string;
  readonly kind: 'uuid' | 'time' | 'date' | 'duration' | 'number' | 'id' | 'word' | 'other';
}

/** Kinds that are looked for where a word or a number begins, the most telling first. */
const INFORMATIVE = ['uuid', 'time', 'date', 'duration'] as const;
/** What the whole of a piece may be, the narrowest first. */
const WHOLE = ['number', 'duration', 'date', 'time', 'uuid', 'hex', 'word', 'id', 'path'] as const;
const MIN_HEX_CHARS = 6;

/** True for a difference in how an operation ended, which is no value that a mask is offered for. */
export const isOfEnding = ({ path }: Pick<Difference, 'path'>): boolean => isEnding(pathMembers(path));

/**
 * The narrowest pattern that both values of a difference fit. Undefined for one that only one side has, a list or an object,
 * values of unlike types, texts that have nothing in common or may be cut off, and for what tells how an operation ended. Never
 * throws.
 */
export function patternForDifference(difference: Omit<Difference, 'kind'>): string | undefined {
  const { before, after, inconsistent } = difference;
  if (before === undefined || after === undefined || inconsistent || isOfEnding(difference)) return undefined;
  if (Math.max(before.length, after.length) >= MAX_TEXT_CHARS) return undefined;
  const [one, other] = [leafOf(before), leafOf(after)];
  if (one === undefined || typeof one !== typeof other) return undefined;
  if (typeof one === 'string' && typeof other === 'string') return patternFrom(one, other);
  if (typeof one === 'boolean') return '{word}';
  return [before, after].every(isNumber) ? '{number}' : undefined;
}

function leafOf(json: string): string | number | boolean | undefined {
  const value = parsedJson(json);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

function isNumber(text: string): boolean {
  const pattern = parsePattern('{number}');
  return typeof pattern !== 'string' && fitPattern(pattern, text) !== undefined;
}

/** A pattern that both texts fit; undefined if equal, unlike, or longer than `MAX_PATTERN_CHARS` UTF-16 units. Never throws. */
export function patternFrom(one: string, other: string): string | undefined {
  if (one === other || Math.max(one.length, other.length) > MAX_PATTERN_CHARS) return undefined;
  const pattern = patternOf(linesParts(one.split('\n'), other.split('\n')));
  if (!isInformative(pattern) || !fitPattern(pattern, one) || !fitPattern(pattern, other)) return undefined;
  const text = printPattern(pattern);
  return text.length > MAX_PATTERN_CHARS ? undefined : text;
}

/** True unless a pattern takes any text: then nothing is left by which a change could be told. */
function isInformative({ parts }: Pattern): boolean {
  return (
    parts.every((part) => !('kind' in part) || (part.kind !== 'any' && part.kind !== 'line')) ||
    parts.some((part) => 'literal' in part && /[\p{L}\p{N}]/u.test(part.literal))
  );
}

/** Line by line where there are as many; else what lies between the lines that are equal may be anything. */
function linesParts(one: readonly string[], other: readonly string[]): PatternPart[] {
  const { start, end } = commonEnds(one, other);
  const aligned = one.length === other.length;
  // All lines of one are in the other, which has more in one place.
  if (!aligned && start + end === Math.min(one.length, other.length))
    return insertedLines(one.length < other.length ? one : other, start);
  const parts: PatternPart[] = [];
  for (const [at, line] of one.entries()) {
    if (aligned || at < start || at >= one.length - end) {
      if (at > 0) parts.push({ literal: '\n' });
      const beside = aligned ? other[at] : line;
      parts.push(...(beside === undefined || beside === line ? [{ literal: line }] : lineParts(line, beside)));
    } else if (at === start) {
      if (at > 0) parts.push({ literal: '\n' });
      parts.push({ kind: 'any' });
    }
  }
  return parts;
}

function insertedLines(lines: readonly string[], at: number): PatternPart[] {
  const [head, tail] = [lines.slice(0, at).join('\n'), lines.slice(at).join('\n')];
  return [{ literal: head }, { kind: 'any' }, { literal: tail }];
}

function lineParts(one: string, other: string): PatternPart[] {
  const [a, b] = [tokensOf(one), tokensOf(other)];
  const pairs = a.length === b.length ? a.map((token, at) => pairParts(token, b[at])) : [undefined];
  const paired = pairs.flatMap((each) => each ?? []);
  if (pairs.every((each) => each !== undefined) && fitsBoth(paired, one, other)) return paired;
  const { start, end } = commonEnds(a, b, (x, y) => x?.text === y?.text);
  const text = (tokens: readonly Token[]): string => tokens.map((token) => token.text).join('');
  const [lead, tail] = [text(a.slice(0, start)), text(a.slice(a.length - end))];
  const [gap, beside] = [text(a.slice(start, a.length - end)), text(b.slice(start, b.length - end))];
  const around = (kind: Placeholder): PatternPart[] => [{ literal: lead }, { kind }, { literal: tail }];
  const found = WHOLE.find((kind) => [gap, beside].every((each) => each !== '' && isWhole(kind, each)));
  // A placeholder takes the longest piece, which may be more than what differs.
  if (found && fitsBoth(around(found), one, other)) return around(found);
  return around(tail === '' ? 'line' : 'any');
}

function fitsBoth(parts: readonly PatternPart[], one: string, other: string): boolean {
  const pattern = patternOf(parts);
  return fitPattern(pattern, one) !== undefined && fitPattern(pattern, other) !== undefined;
}

/** What two tokens have in common: a literal, or a placeholder; undefined where they are of unlike kinds. */
function pairParts(one: Token, other: Token | undefined): PatternPart[] | undefined {
  if (!other) return undefined;
  if (one.text === other.text) return [{ literal: one.text }];
  const kinds = [one.kind, other.kind];
  if (one.kind === 'other' || other.kind === 'other') return undefined;
  if (one.kind === other.kind) return one.kind === 'id' ? idParts(one.text, other.text) : [{ kind: one.kind }];
  const isRun = [one, other].every(({ text }) => /^[A-Za-z0-9_-]+$/.test(text));
  return isRun && kinds.every((kind) => kind === 'id' || kind === 'word' || kind === 'number')
    ? [{ kind: 'id' }]
    : undefined;
}

/** Of `run-1a2b` and `run-3c4d` the part that is made up: what is around it stays, up to a hyphen or underscore. */
function idParts(one: string, other: string): PatternPart[] {
  const { start, end } = commonEnds(one, other);
  const from = Math.max(one.lastIndexOf('-', start - 1), one.lastIndexOf('_', start - 1)) + 1;
  const lead = start > 0 ? from : 0;
  const suffix = one.slice(one.length - end).search(/[-_]/);
  const tail = suffix < 0 ? 0 : end - suffix;
  const [a, b] = [one.slice(lead, one.length - tail), other.slice(lead, other.length - tail)];
  const kind = [a, b].every((each) => /^\d+$/.test(each))
    ? 'number'
    : [a, b].every((each) => each.length >= MIN_HEX_CHARS && /^[0-9a-fA-F]+$/.test(each))
      ? 'hex'
      : undefined;
  const literal = one.slice(0, lead);
  // An id takes all that looks like one, so nothing of it can stay behind it.
  if (kind === undefined || a === '' || b === '') return [{ literal }, { kind: 'id' }];
  return [{ literal }, { kind }, { literal: one.slice(one.length - tail) }];
}

const isWhole = (kind: (typeof WHOLE)[number], text: string): boolean =>
  pieceEnd(kind, text, 0, { left: Infinity }) === text.length;

function tokensOf(line: string): Token[] {
  const tokens: Token[] = [];
  const steps: Steps = { left: Infinity };
  for (let at = 0; at < line.length;) {
    const token = tokenAt(line, at, steps);
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

function tokenAt(line: string, at: number, steps: Steps): Token {
  const of = (kind: Token['kind'], end: number): Token => ({ kind, text: line.slice(at, end) });
  if (/[A-Za-z0-9]/.test(line.charAt(at)))
    for (const kind of INFORMATIVE) {
      const end = pieceEnd(kind, line, at, steps);
      if (end > at) return of(kind, end);
    }
  const sign = /[+-]/.test(line.charAt(at)) && /\d/.test(line.charAt(at + 1)) && !/\w/.test(line.charAt(at - 1));
  if (sign || /\d/.test(line.charAt(at))) {
    const end = pieceEnd('number', line, at, steps);
    if (!/[A-Za-z0-9_-]/.test(line.charAt(end))) return of('number', end);
  }
  const id = sign ? -1 : pieceEnd('id', line, at, steps);
  const word = pieceEnd('word', line, at, steps);
  if (id > at && id >= word && /[A-Za-z0-9]/.test(line.charAt(at)))
    return of(/\d/.test(line.slice(at, id)) ? 'id' : 'word', id);
  return word > at ? of('word', word) : of('other', at + 1);
}
