/** Texts that are kept in this browser under a name: messages and scripts. */

export interface Kept {
  readonly name: string;
  readonly text: string;
  /** The text is hexadecimal digits of exact bytes. */
  readonly hex?: true;
}

function isKept(value: unknown): value is Kept {
  const { name, text } = (value ?? {}) as { readonly name?: unknown; readonly text?: unknown };
  return typeof name === 'string' && typeof text === 'string';
}

class KeptTexts {
  readonly #key: string;
  #all: readonly Kept[] = $state.raw([]);

  constructor(key: string) {
    this.#key = key;
    this.#all = this.#load();
  }

  /** By name. */
  get all(): readonly Kept[] {
    return this.#all;
  }

  /** Keep a text; one of the same name is replaced. Gives false when the browser has no room for it. */
  put(kept: Kept): boolean {
    const others = this.#all.filter(({ name }) => name !== kept.name);
    return this.#store([...others, kept].sort((a, b) => a.name.localeCompare(b.name)));
  }

  remove(name: string): void {
    this.#store(this.#all.filter((each) => each.name !== name));
  }

  #load(): readonly Kept[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isKept) : [];
    } catch {
      return [];
    }
  }

  #store(all: readonly Kept[]): boolean {
    try {
      localStorage.setItem(this.#key, JSON.stringify(all));
    } catch {
      return false;
    }
    this.#all = all;
    return true;
  }
}

export const savedMessages = new KeptTexts('lifeline-messages');
export const savedScripts = new KeptTexts('lifeline-scripts');
