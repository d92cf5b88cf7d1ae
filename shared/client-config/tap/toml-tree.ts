/** Where the values of a TOML text are (https://toml.io/en/v1.0.0). It finds places alone: whether the text is TOML a parser has said before. */
import { parse } from 'smol-toml';
import type { ConfigMember, ConfigNode } from './node.ts';

interface Table extends ConfigNode {
  readonly members: ConfigMember[];
}

const leaf = { text: '', items: [], members: [] };

/** The tree of a text that is TOML; undefined when it can't be followed. */
export function tomlTree(text: string): ConfigNode | undefined {
  try {
    return new TomlScan(text).document();
  } catch (error) {
    if (error instanceof Lost) return undefined;
    throw error;
  }
}

class Lost extends Error {}

interface Key {
  readonly parts: readonly { readonly name: string; readonly start: number }[];
}

class TomlScan {
  readonly #text: string;
  #at: number;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith('\ufeff') ? 1 : 0;
  }

  document(): ConfigNode {
    const root = table(0);
    let current = root;
    for (;;) {
      this.#blank(true);
      if (this.#at >= this.#text.length) return root;
      if (this.#text[this.#at] === '[') current = this.#header(root);
      else this.#pair(current, 'line');
    }
  }

  #header(root: Table): Table {
    const start = this.#at;
    const isElement = this.#text.startsWith('[[', start);
    this.#at += isElement ? 2 : 1;
    const { parts } = this.#key();
    this.#expect(isElement ? ']]' : ']');
    // Each element of a list of tables is a table of its own; the last one is what further headers speak of.
    const [last, ...before] = parts.toReversed();
    if (!last) throw new Lost();
    const holder = before.toReversed().reduce((at, { name }) => below(at, name, start), root);
    return isElement ? added(holder, last.name, start) : below(holder, last.name, start);
  }

  #pair(holder: Table, parted: ConfigMember['parted']): void {
    const { parts } = this.#key();
    const [first, last] = [parts[0], parts.at(-1)];
    if (!first || !last) throw new Lost();
    this.#expect('=');
    this.#blank(false);
    const value = this.#value();
    const into = parts.slice(0, -1).reduce((at, { name }) => below(at, name, first.start), holder);
    into.members.push({ name: last.name, start: first.start, nameStart: last.start, parted, value });
  }

  #key(): Key {
    const parts: { name: string; start: number }[] = [];
    for (;;) {
      this.#blank(false);
      const start = this.#at;
      const quoted = this.#quoted();
      parts.push({ name: quoted === undefined ? this.#take(/[\w-]+/y) : quoted.text, start });
      this.#blank(false);
      if (this.#text[this.#at] !== '.') return { parts };
      this.#at++;
    }
  }

  #value(): ConfigNode {
    const start = this.#at;
    const quoted = this.#quoted();
    if (quoted) return quoted;
    if (this.#text[start] === '[') {
      const items: ConfigNode[] = [];
      this.#list(']', () => items.push(this.#value()));
      return { ...leaf, kind: 'array', start, end: this.#at, items };
    }
    if (this.#text[start] === '{') {
      const inline = table(start);
      this.#list('}', () => this.#pair(inline, 'comma'));
      return { ...inline, end: this.#at };
    }
    const scalar = this.#take(/[^,\]}#\r\n]+/y).trimEnd();
    this.#at = start + scalar.length;
    return { ...leaf, kind: 'other', start, end: this.#at };
  }

  #list(close: string, item: () => void): void {
    this.#at++;
    for (;;) {
      this.#blank(true);
      if (this.#text[this.#at] === close) break;
      item();
      this.#blank(true);
      if (this.#text[this.#at] === ',') this.#at++;
      else if (this.#text[this.#at] !== close) throw new Lost();
    }
    this.#at++;
  }

  /** A text of any of the four kinds, if one begins here. */
  #quoted(): ConfigNode | undefined {
    const start = this.#at;
    const quote = /"""|'''|"|'/y;
    quote.lastIndex = start;
    const mark = quote.exec(this.#text)?.[0];
    if (mark === undefined) return undefined;
    const body = mark.startsWith('"') ? String.raw`(?:\\[^]|[^\\])*?` : '[^]*?';
    // Up to two quotes may stand before the three that close.
    const literal = this.#take(
      new RegExp(mark.length === 3 ? `${mark}${body}${mark}${mark[0]}{0,2}` : mark + body + mark, 'y'),
    );
    return { ...leaf, kind: 'text', start, end: this.#at, text: String(parse(`v = ${literal}`)['v']) };
  }

  #blank(lines: boolean): void {
    this.#take(lines ? /(?:[ \t\r\n]|#[^\n]*)*/y : /[ \t]*/y);
  }

  #expect(text: string): void {
    this.#blank(false);
    if (!this.#text.startsWith(text, this.#at)) throw new Lost();
    this.#at += text.length;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) throw new Lost();
    this.#at += found.length;
    return found;
  }
}

const table = (start: number): Table => ({ ...leaf, kind: 'object', start, end: start, members: [] });

/** The table of that name in another, made when it is not there. */
function below(holder: Table, name: string, start: number): Table {
  const there = holder.members.findLast((each) => each.name === name)?.value;
  return there && isTable(there) ? there : added(holder, name, start);
}

function added(holder: Table, name: string, start: number): Table {
  const value = table(start);
  holder.members.push({ name, start, nameStart: start, parted: 'line', value });
  return value;
}

const isTable = (node: ConfigNode): node is Table => node.kind === 'object';
