/** The texts sent by hand, most recent first, kept in this browser. */

const KEY = 'lifeline-sent';
const MOST = 50;
/** Longer texts (UTF-16 units) are not kept: the browser's storage is small, and the recording has them. */
const LONGEST = 64 * 1024;

function load(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((text): text is string => typeof text === 'string') : [];
  } catch {
    return [];
  }
}

class SentHistory {
  #texts: readonly string[] = $state.raw(load());

  get texts(): readonly string[] {
    return this.#texts;
  }

  /** Put a text on top; the same text further down goes. */
  add(text: string): void {
    if (text.length > LONGEST) return;
    this.#texts = [text, ...this.#texts.filter((other) => other !== text)].slice(0, MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#texts));
    } catch {
      // The storage is full or closed to this page: the history lasts as long as the page.
    }
  }
}

export const sentHistory = new SentHistory();
