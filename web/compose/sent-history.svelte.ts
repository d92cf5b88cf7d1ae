/** The messages sent by hand, most recent first, kept in this browser. */

/** A message's text, or with `hex` the digits of its bytes. */
export interface Sent {
  readonly text: string;
  readonly hex?: true;
}

const KEY = 'lifeline-sent';
const MOST = 50;
/** Longer texts (UTF-16 units) are not kept: the browser's storage is small, and the recording has them. */
const LONGEST = 64 * 1024;

function load(): readonly Sent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((each: unknown): Sent[] => {
      if (typeof each === 'string') return [{ text: each }];
      const { text, hex } = (each ?? {}) as { readonly text?: unknown; readonly hex?: unknown };
      return typeof text === 'string' ? [{ text, ...(hex === true ? { hex } : {}) }] : [];
    });
  } catch {
    return [];
  }
}

class SentHistory {
  #all: readonly Sent[] = $state.raw(load());

  get all(): readonly Sent[] {
    return this.#all;
  }

  /** Put a text on top; the same text further down goes. */
  add(text: string, hex = false): void {
    if (text.length > LONGEST) return;
    const sent: Sent = { text, ...(hex ? { hex } : {}) };
    this.#all = [sent, ...this.#all.filter((other) => other.text !== text || other.hex !== sent.hex)].slice(0, MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#all));
    } catch {
      // The storage is full or closed to this page: the history lasts as long as the page.
    }
  }
}

export const sentHistory = new SentHistory();
