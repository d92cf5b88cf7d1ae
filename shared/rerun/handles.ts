/** Values in client messages that a server gave before: cursors, task ids, handles. `resolve-handle.ts` finds them in live answers. */
import { parsedJson } from '#shared/jsonrpc';
import { keysOf, keysToFind } from './handle-keys.ts';
import { valueAt, walkLeaves } from './leaves.ts';
import { labelKeys, numberKeys, numberKeyToFind } from './number-keys.ts';
import { tokensIn } from './opaque.ts';
import type { Handle, Source } from './types.ts';

const MAX_VALUE_COUNT = 200_000;
/** Longer texts are not parsed. */
const MAX_TEXT_CHARS = 4 * 1024 * 1024;

/** A string that is a JSON object or list, as servers write their structured results into texts. */
export function isJsonInside(value: string): boolean {
  return /^\s*[[{]/.test(value) && value.length <= MAX_TEXT_CHARS && parsedJson(value) !== undefined;
}

/** Where the parameters of a request begin: one of a batch has its place before them. */
const PARAMS = /^(?:\/\d+)?\/params\//;
/** What every request says of itself; of the rest, a task is named there. */
const OWN_META = /^(?:\/\d+)?\/params\/_meta\/(?!io\.modelcontextprotocol~1related-task\/)/;
/** Whoever asks for a tool or a prompt means that one: another in its place of the list is another. */
const NAMED = /^(?:\/\d+)?\/params\/(?:ref\/)?name$/;
const isOfParams = (pointer: string): boolean =>
  PARAMS.test(pointer) && !OWN_META.test(pointer) && !NAMED.test(pointer);

export class HandleFinder {
  readonly #sources = new Map<string, Source>();
  readonly #sent = new Set<string>();

  /** The server answered `op`, or with `task` its task, with `text`, valid JSON. `tool`: name of the called tool. */
  answered(op: number, text: string, task = false, tool?: string): void {
    if (text.length > MAX_TEXT_CHARS) return;
    const from = { op, ...(task ? { task } : {}) };
    walkLeaves(text, (leaf) => {
      const pointer = leaf.pointer();
      if (pointer === '/id' || pointer === '/jsonrpc') return;
      const value = valueAt(text, leaf);
      this.#putAll(keysOf(leaf.kind, leaf.name, value), { ...from, pointer });
      if (tool !== undefined)
        this.#putAll(numberKeys(leaf.name, value, tool, pointer.split('/')), { ...from, pointer });
      if (leaf.kind === 'number') return;
      if (isJsonInside(value))
        walkLeaves(value, (inner) => {
          const [said, place] = [valueAt(value, inner), inner.pointer()];
          const source = { ...from, pointer, inner: place };
          this.#putAll(keysOf(inner.kind, inner.name, said), source);
          if (tool !== undefined) this.#putAll(numberKeys(inner.name, said, tool, place.split('/')), source);
        });
      else if (tool !== undefined)
        for (const { keys, label } of labelKeys(value, tool)) this.#putAll(keys, { ...from, pointer, label });
      for (const [token, { value: part }] of tokensIn(value).entries())
        if (part !== value) this.#putAll([part], { ...from, pointer, token });
    });
  }

  /** The client sent this text, which is valid JSON: what is first seen here is not the server's. */
  sent(text: string): void {
    if (text.length > MAX_TEXT_CHARS) return;
    walkLeaves(text, (leaf) => {
      if (!PARAMS.test(leaf.pointer()) && leaf.name === 'id') return;
      const value = valueAt(text, leaf);
      this.#mark(keysOf(leaf.kind, leaf.name, value));
      const number = numberKeyToFind(leaf.name, value);
      if (number !== undefined) this.#mark([number]);
      if (leaf.kind === 'string') this.#mark(tokensIn(value).map((token) => token.value));
    });
  }

  /** The values in a client's message that came from the server. */
  in(text: string): Handle[] {
    const found: Handle[] = [];
    if (text.length > MAX_TEXT_CHARS || this.#sources.size === 0) return found;
    walkLeaves(text, (leaf) => {
      const pointer = leaf.pointer();
      if (!isOfParams(pointer)) return;
      const { start, end } = leaf;
      const value = valueAt(text, leaf);
      const { name } = leaf;
      for (const key of [...keysToFind(leaf.kind, name, value), numberKeyToFind(name, value) ?? '']) {
        const source = this.#sources.get(key);
        const evidence = source?.label ? 'label' : /^[#@]/.test(key) ? 'name' : 'value';
        if (source) return void found.push({ start, end, value, pointer, name, evidence, source });
      }
      if (leaf.kind === 'number') return;
      let from = start;
      for (const { value: part } of tokensIn(value)) {
        const at = text.indexOf(part, from);
        if (at < 0 || at >= end) break;
        from = at + part.length;
        const source = this.#sources.get(part);
        if (source)
          found.push({ start: at, end: from, value: part, pointer, name, evidence: 'value', source, part: true });
      }
    });
    return found;
  }

  #mark(keys: readonly string[]): void {
    for (const key of keys) if (!this.#sources.has(key) && this.#sent.size < MAX_VALUE_COUNT) this.#sent.add(key);
  }

  #putAll(keys: readonly string[], source: Source): void {
    for (const key of keys)
      if (!this.#sent.has(key) && !this.#sources.has(key) && this.#sources.size < MAX_VALUE_COUNT)
        this.#sources.set(key, source);
  }
}
