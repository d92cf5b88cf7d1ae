/** Everything that can be done by key or palette, in one registry: the keys, the palette and the help all read it. */

import { untrack } from 'svelte';

export interface Command {
  readonly id: string;
  /** Title in the person's language; called when shown. */
  readonly title: () => string;
  /** `j`, `G`, `/`, `Ctrl+K` (Ctrl is ⌘ on a Mac), `Space`. Single keys are off while typing. */
  readonly keys?: readonly string[];
  readonly when?: () => boolean;
  readonly run: () => void;
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A key as it is shown: `⌘K` on a Mac, `Ctrl K` elsewhere. */
export function showKey(key: string): string {
  return key.replace('Ctrl+', isMac ? '⌘' : 'Ctrl ');
}

class Commands {
  #all: readonly Command[] = $state.raw([]);

  /** Commands that can be run now. Reactive. */
  get available(): readonly Command[] {
    return this.#all.filter((command) => command.when?.() !== false);
  }
  get all(): readonly Command[] {
    return this.#all;
  }

  /** Register commands; gives the function that takes them out again, as `$effect` wants it. */
  add(commands: readonly Command[]): () => void {
    // Callers register inside effects, which must not depend on the list that they change.
    untrack(() => (this.#all = [...this.#all, ...commands]));
    return () => untrack(() => (this.#all = this.#all.filter((command) => !commands.includes(command))));
  }

  /** Run the command of a key press, if there is one and the person is not typing. */
  handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const control = isMac ? event.metaKey : event.ctrlKey;
    const name = event.key === ' ' ? 'Space' : event.key;
    const key = control ? `Ctrl+${name.length === 1 ? name.toUpperCase() : name}` : name;
    if (!control && (isTyping(event.target) || event.metaKey || event.ctrlKey)) return;
    const command = this.#all.findLast((each) => each.keys?.includes(key) && each.when?.() !== false);
    if (!command) return;
    // A space or Enter on a control is that control's own.
    if (
      name === 'Space' &&
      event.target instanceof HTMLElement &&
      event.target.closest('button, a, [role=tab], summary')
    )
      return;
    event.preventDefault();
    command.run();
  }
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, .monaco-editor, [role=dialog], [role=menu]') !== null
  );
}

export const commands = new Commands();
