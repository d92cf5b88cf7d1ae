/** The live counterpart of a value that came from an earlier answer: the value in the same place of the live answer. */
import { labelledNumbers } from '#shared/compare';
import { isHeld, plainName } from './handle-keys.ts';
import { isJsonInside } from './handles.ts';
import { valueAt, walkLeaves } from './leaves.ts';
import { labelledAt } from './number-keys.ts';
import { isOpaque, tokensIn } from './opaque.ts';
import type { Handle, Source } from './types.ts';

/** What became of a handle: a live value in its place, kept because the live answer still has it, or nothing there. */
export type Resolved = { readonly after: string; readonly edit: string } | 'kept' | 'missing';

/** A live answer, read once for all handles that came from it. */
export class LiveText {
  readonly text: string;
  #values: Map<string, string> | undefined;
  #named: Set<string> | undefined;
  readonly #inside = new Map<string, LiveText | undefined>();

  constructor(text: string) {
    this.text = text;
  }

  /** The text or number at a pointer; undefined when there is none. */
  at(pointer: string): string | undefined {
    return this.#read().get(pointer);
  }

  inside(pointer: string): LiveText | undefined {
    if (!this.#inside.has(pointer)) {
      const text = this.at(pointer);
      this.#inside.set(pointer, text !== undefined && isJsonInside(text) ? new LiveText(text) : undefined);
    }
    return this.#inside.get(pointer);
  }

  holds(name: string, value: string): boolean {
    this.#read();
    return this.#named?.has(`${plainName(name)}\0${value}`) === true;
  }

  #read(): ReadonlyMap<string, string> {
    if (this.#values) return this.#values;
    const [values, named] = [new Map<string, string>(), new Set<string>()];
    walkLeaves(this.text, (leaf) => {
      const [pointer, value] = [leaf.pointer(), valueAt(this.text, leaf)];
      // Of a name that is given twice the first counts.
      if (!values.has(pointer)) values.set(pointer, value);
      if (pointer !== '/id') named.add(`${plainName(leaf.name)}\0${value}`);
    });
    this.#named = named;
    return (this.#values = values);
  }
}

/** The live counterpart of a handle; kept if the live answer has its value anywhere, as lists may reorder. `edit`: text for its range. */
export function resolveHandle(text: string, handle: SourcedHandle, live: LiveText): Resolved {
  const { value, source, evidence, part } = handle;
  const after = valueOf(live, source);
  if (after === value) return 'kept';
  const byPlace = isHeld(lastName(handle.pointer)) || evidence === 'declared';
  if (!byPlace && (isOpaque(value) || part ? occursAsToken(live.text, value) : isNamedIn(live, source, value)))
    return 'kept';
  return after === undefined || after === '' ? 'missing' : putInPlace(text, handle, after);
}

export type SourcedHandle = Handle & { readonly source: Source };

/** The edit by which a value takes the place of a handle's: a text stays a text, a number a number. */
export function putInPlace(text: string, { start, part }: Handle, after: string): Resolved {
  if (part) return { after, edit: JSON.stringify(after).slice(1, -1) };
  if (text.startsWith('"', start)) return { after, edit: JSON.stringify(after) };
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(after) ? { after, edit: after } : 'missing';
}

/** Where the result of a task is in the messages that may bring it. */
const TASK_RESULT = /^\/(?:result\/result|params\/result|result)(?=\/)/;

function pointersOf({ pointer, task }: Source): readonly string[] {
  if (!task) return [pointer];
  const rest = pointer.replace(TASK_RESULT, '');
  return [pointer, ...['/result/result', '/params/result', '/result'].map((before) => before + rest)];
}

function valueOf(live: LiveText, source: Source): string | undefined {
  for (const pointer of pointersOf(source)) {
    const whole = source.inner === undefined ? live.at(pointer) : live.inside(pointer)?.at(source.inner);
    if (whole === undefined) continue;
    if (source.label) return labelledAt(whole, source.label);
    if (source.word !== undefined) return wordsIn(whole)[source.word];
    return source.token === undefined ? whole : tokensIn(whole)[source.token]?.value;
  }
  return undefined;
}

/** True when an opaque value is in a text, and not within a longer one. */
function occursAsToken(text: string, value: string): boolean {
  const json = JSON.stringify(value).slice(1, -1);
  const isPart = (char: string): boolean => /[A-Za-z0-9_-]/.test(char);
  for (let at = text.indexOf(json); at >= 0; at = text.indexOf(json, at + 1)) {
    // In a JSON text the character before may be the letter of an escape.
    const before = text.charAt(at - 2) === '\\' ? '' : text.charAt(at - 1);
    if (!isPart(before) && !isPart(text.charAt(at + json.length))) return true;
  }
  return false;
}

export const wordsIn = (text: string): readonly string[] => text.match(/[A-Za-z0-9_-]+/g) ?? [];

/** True when a short id is anywhere in an answer under the name that it had. */
function isNamedIn(live: LiveText, source: Source, value: string): boolean {
  if (source.label) return isLabelledIn(live.at(source.pointer) ?? '', source.label.entity, value);
  const within = source.inner === undefined ? live : live.inside(source.pointer);
  return within?.holds(lastName(source.inner ?? source.pointer), value) === true;
}

const isLabelledIn = (text: string, entity: string, value: string): boolean =>
  labelledNumbers(text).some((each) => each.entity === entity && each.value === value);

export const lastName = (pointer: string): string =>
  pointer.split('/').findLast((member) => !/^\d*$/.test(member)) ?? '';
