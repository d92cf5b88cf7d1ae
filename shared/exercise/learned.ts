/** Values in the answers of a server that a later call may be made with: ids, names, paths and addresses. */
import { isObject, parsedJson } from '#shared/jsonrpc';
import { proposed } from './completions.ts';
import { FOLDER_WORDS, subjectsOf } from './name-words.ts';
import type { Learned, LearnedKind, Step, StepResult } from './step.ts';

/** Values of one answer. */
const MAX_KEPT_COUNT = 64;
const MAX_VISITED_COUNT = 2000;
const MAX_TEXT_CHARS = 64 * 1024;
/** A longer value is no id, name or path that a person would type. */
const MAX_VALUE_CHARS = 256;
const MAX_DEPTH = 8;

/** What the result of a step tells: of a call its values, of a completion what is proposed. Takes any value; never throws. */
export function learnedFrom(
  { method, about = '', params = '{}' }: Step,
  result: unknown,
): Pick<StepResult, 'completed' | 'learned'> {
  const sent = jsonOf(params);
  if (method === 'tools/call') {
    const learned = learnedFromCall(about, isObject(sent) ? sent['arguments'] : undefined, result);
    return learned.length > 0 ? { learned } : {};
  }
  if (method !== 'completion/complete') return {};
  const completed = proposed(result);
  const { argument } = isObject(sent) ? sent : {};
  const name = isObject(argument) ? argument['name'] : undefined;
  if (completed === undefined || typeof name !== 'string') return {};
  const of = `completion/complete ${about}`;
  return { completed, learned: [{ kind: kindOf(completed), value: completed, name, about: subjectsOf(about), of }] };
}

/** What is found in the result of a call of a tool; `args` are those it was called with. Takes any value; never throws. */
function learnedFromCall(tool: string, args: unknown, result: unknown): readonly Learned[] {
  if (!isObject(result) || result['isError'] === true) return [];
  const finder = new Finder(tool);
  const { structuredContent, content } = result;
  const folder = folderOf(args);
  finder.walk(structuredContent, '', [], folder);
  for (const part of Array.isArray(content) ? (content as unknown[]).slice(0, MAX_KEPT_COUNT) : []) {
    if (!isObject(part)) continue;
    const { type, text, uri, resource } = part;
    if (type === 'text' && typeof text === 'string') finder.text(text, folder);
    if (type === 'resource_link') finder.put('uri', 'uri', uri, []);
    if (type === 'resource' && isObject(resource)) finder.put('uri', 'uri', resource['uri'], []);
  }
  return finder.found;
}

/** A file of an address with the scheme `file`, or undefined. */
export function pathOfUri(uri: string): string | undefined {
  if (!/^file:\/\/\//i.test(uri)) return undefined;
  try {
    const path = decodeURIComponent(uri.slice(7));
    return /^\/[a-z]:/i.test(path) ? path.slice(1) : path;
  } catch {
    return undefined;
  }
}

const ABSOLUTE = /^(?:\/(?!\/)|[A-Za-z]:[\\/])/;
const ADDRESS = /^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>`]+$/i;
/** `[FILE] notes.txt      18 B`, `[DIR] src`: how the reference server for files, and others after it, list a folder. */
const LISTED = /^\[(FILE|DIR)\] (\S.*?)(?: {2,}.*| +\d[\d.,]* ?[kKMGTP]?i?B)?$/;
const LABELLED = /^[-*•]? ?([\p{L}_][\p{L}\p{N}_ -]{0,40}): ?(\S.{0,300})$/u;

/** The folder that a listing is of, where an argument says so. */
function folderOf(args: unknown): string | undefined {
  const paths = isObject(args) ? Object.values(args) : [];
  return paths.find((each): each is string => typeof each === 'string' && ABSOLUTE.test(each));
}

/** Members that every answer may have, of whatever it tells: a value of one is none that another call asks for. */
const NOT_DESCRIPTIVE: ReadonlySet<string> = new Set(
  'text message content value result data type status output input description error ok success'.split(' '),
);

class Finder {
  readonly found: Learned[] = [];
  readonly #about: readonly string[];
  readonly #of: string;
  readonly #seen = new Set<string>();
  #left = MAX_VISITED_COUNT;

  constructor(tool: string) {
    this.#about = subjectsOf(tool);
    this.#of = `tools/call ${tool}`;
  }

  put(kind: LearnedKind, name: string, value: unknown, about: readonly string[]): void {
    if (typeof value !== 'string' && typeof value !== 'number') return;
    if (typeof value === 'string' && (value.length > MAX_VALUE_CHARS || value.trim() === '' || /[\n\r]/.test(value)))
      return;
    if (kind === 'value' && NOT_DESCRIPTIVE.has(name.toLowerCase())) return;
    const key = JSON.stringify([kind, name, value]);
    if (this.found.length >= MAX_KEPT_COUNT || this.#seen.has(key)) return;
    this.#seen.add(key);
    const isFolder = kind === 'path' && this.#about.some((word) => FOLDER_WORDS.has(word));
    this.found.push({ kind: isFolder ? 'folder' : kind, name, value, about: [...about, ...this.#about], of: this.#of });
  }

  /** The values of a JSON value; `name` is the nearest member's, `folder` what a listing in it is of. */
  walk(value: unknown, name: string, about: readonly string[], folder?: string, depth = 0): void {
    if (this.#left-- <= 0 || depth > MAX_DEPTH) return;
    if (Array.isArray(value)) for (const each of value as unknown[]) this.walk(each, name, about, folder, depth + 1);
    else if (isObject(value))
      for (const [member, each] of Object.entries(value)) this.walk(each, member, subjectsOf(name), folder, depth + 1);
    else if (typeof value === 'string' && value.includes('\n')) this.text(value, folder);
    else this.put(typeof value === 'string' ? kindOf(value) : 'value', name, value, about);
  }

  /** The values of a text: JSON, or lines with a path, an address, or a name and its value. */
  text(text: string, folder: string | undefined): void {
    if (text.length > MAX_TEXT_CHARS) return;
    const read = jsonOf(text);
    if (read !== undefined) return this.walk(read, '', [], folder);
    for (const full of text.split('\n')) {
      if (this.#left-- <= 0) return;
      const line = full.trim();
      const kind = line.length <= MAX_VALUE_CHARS ? kindOf(line) : 'value';
      if (kind !== 'value') {
        this.put(kind, '', line, []);
        continue;
      }
      const [, what, listed] = LISTED.exec(line) ?? [];
      if (listed !== undefined) {
        const place = folder === undefined ? listed : `${folder.replace(/[\\/]$/, '')}/${listed}`;
        this.put(what === 'DIR' ? 'folder' : 'file', '', place, []);
        continue;
      }
      const [, label, value] = LABELLED.exec(line) ?? [];
      if (label !== undefined && value !== undefined) this.put(kindOf(value), label, plainOf(value), []);
    }
  }
}

function kindOf(text: string): LearnedKind {
  if (ADDRESS.test(text)) return 'uri';
  return ABSOLUTE.test(text) && !text.includes('\n') ? 'path' : 'value';
}

/** A number where a text is one, and no quotation marks. */
function plainOf(text: string): string | number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  return /^"[^"]*"$/.test(text) ? text.slice(1, -1) : text;
}

function jsonOf(text: string): unknown {
  return /^\s*[[{]/.test(text) ? parsedJson(text) : undefined;
}
