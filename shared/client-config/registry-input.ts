/** The inputs of `server.json`: fixed values, values with `{variables}`, and values that a person gives. */
import { defined } from '#shared/base';
import { isObject } from '#shared/jsonrpc';
import { wordOf, type Fields } from './entries.ts';
import type { OpenValue } from './types.ts';

export const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
};

/** A member by its name of today or by the snake_case one of older files. */
export function member(given: Fields, name: string): unknown {
  return given[name] ?? given[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

/** Turns inputs into texts with placeholders, and remembers what these stand for. */
export class InputNames {
  readonly #open = new Map<string, OpenValue>();

  get open(): readonly OpenValue[] {
    return [...this.#open.values()];
  }

  /** The text of an input: its value with its variables, or a placeholder under `name` for what a person gives. */
  text(input: Fields, name: string): string {
    const value = textOf(input['value']);
    if (value !== undefined) return this.variables(value, input['variables']);
    return this.#placeholder(name, input);
  }

  /** A text whose `{name}` are variables; braces that name none stay. */
  variables(text: string, variables: unknown): string {
    const known = isObject(variables) ? variables : {};
    return text.replaceAll(/\{([^{}]+)\}/g, (all, name: string) => {
      const input = Object.hasOwn(known, name) ? known[name] : undefined;
      if (!isObject(input)) return all;
      return textOf(input['value']) ?? this.#placeholder(name, input);
    });
  }

  #placeholder(name: string, input: Fields): string {
    // A placeholder can't hold these characters, and two inputs of one name are two.
    let key = name.replaceAll(/[${}:]/g, '_');
    for (let n = 2; this.#open.has(key) && key !== name; n++) key = `${name} ${n}`;
    const otherwise = textOf(input['default']);
    const description = textOf(input['description']) ?? textOf(input['placeholder']);
    const choices = Array.isArray(input['choices']) ? input['choices'].map(wordOf) : undefined;
    this.#open.set(key, {
      name: key,
      kind: 'input',
      secret: member(input, 'isSecret') === true,
      required: member(input, 'isRequired') === true,
      ...defined({ description, default: otherwise, choices }),
    });
    return `\${input:${key}}`;
  }
}
