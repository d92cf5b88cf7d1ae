/** What a person chose, wrote and saved: each thing as JSON under a name of its own among the values that are kept. */
import { parsedJson } from '#shared/jsonrpc';
import { values } from './values.svelte.ts';

/** What the names of all of it begin with; it is no secret. */
export const STATE = 'page ';

/** What is kept under this name; undefined when there is none, or not yet. Reactive. */
export function keptState(name: string): unknown {
  const text = values.get(STATE + name);
  return text === undefined ? undefined : parsedJson(text);
}

/** All that is kept under names that begin so, by the rest of the name, what was kept last at the end. Reactive. */
export function keptUnder(prefix: string): readonly (readonly [name: string, value: unknown])[] {
  const whole = STATE + prefix;
  return values.under(whole).map(([name, text]) => [name.slice(whole.length), parsedJson(text)] as const);
}

export function keepState(changes: { readonly [name: string]: unknown }): void {
  const texts = Object.entries(changes).map(([name, value]) => [
    STATE + name,
    value === undefined ? null : JSON.stringify(value),
  ]);
  void values.put(Object.fromEntries(texts) as Record<string, string | null>, true);
}
