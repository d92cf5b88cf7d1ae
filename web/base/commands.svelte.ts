/** Everything that can be done by key or palette, in one registry: the keys, the palette and the help all read it. */

import { untrack } from 'svelte';

export interface Command {
  readonly id: string;
  /** Title in the person's language; called when shown. */
  readonly title: () => string;
  /** `j`, `G`, `/`, `F6`, `Ctrl+K` (Ctrl is ⌘ on a Mac), `Space`. Single keys are off while typing; a digit goes with Alt then. */
  readonly keys?: readonly string[];
  /** Stands for the keys where they are shown. */
  readonly keysShown?: string;
  readonly when?: () => boolean;
  /** What kind of thing it leads to, where it is not a command of the page. */
  readonly kind?: () => string;
  /** It concerns what is looked at; by default what can be done only sometimes does. */
  readonly near?: boolean;
  /** False for what only a key makes sense of. */
  readonly listed?: boolean;
  /** `key` is the key that was pressed; empty when it was not begun by a key. */
  readonly run: (key: string) => void;
}

/** What can be found by name beside the commands. */
export interface Finder {
  /** All of it, asked for when the palette opens. */
  readonly all?: () => readonly Command[];
  /** What this text names by itself: the number of an event. */
  readonly named?: (text: string) => readonly Command[];
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A key as it is shown: `⌘K` on a Mac, `Ctrl K` elsewhere. */
export function showKey(key: string): string {
  return key.replace('Ctrl+', isMac ? '⌘' : 'Ctrl ').replace('Shift+', isMac ? '⇧' : 'Shift ');
}

export function keysOf({ keys = [], keysShown }: Command): readonly string[] {
  return keysShown === undefined ? keys.map(showKey) : [keysShown];
}

class Commands {
  all: readonly Command[] = $state.raw([]);
  #finders: readonly Finder[] = $state.raw([]);

  /** Commands that can be run now. Reactive. */
  get available(): readonly Command[] {
    return this.all.filter((command) => command.when?.() !== false);
  }
  /** What the finders have, each thing once. */
  found(): readonly Command[] {
    return unique(this.#finders.flatMap((finder) => finder.all?.() ?? []));
  }
  named(text: string): readonly Command[] {
    return unique(this.#finders.flatMap((finder) => finder.named?.(text) ?? []));
  }

  /** Register commands; gives the function that takes them out again, as `$effect` wants it. */
  add(commands: readonly Command[]): () => void {
    // Callers register inside effects, which must not depend on the list that they change.
    untrack(() => (this.all = [...this.all, ...commands]));
    return () => untrack(() => (this.all = this.all.filter((command) => !commands.includes(command))));
  }
  addFinder(finder: Finder): () => void {
    untrack(() => (this.#finders = [...this.#finders, finder]));
    return () => untrack(() => (this.#finders = this.#finders.filter((each) => each !== finder)));
  }

  /** Run the command of a key press, if there is one and the person is not typing. */
  handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return;
    // With Alt a Mac writes another sign.
    const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
    if (event.altKey && (digit === undefined || event.ctrlKey || event.metaKey)) return;
    const control = isMac ? event.metaKey : event.ctrlKey;
    const key = event.altKey ? (digit ?? '') : nameOf(event, control);
    const always = control || event.altKey || /F\d+$/.test(key);
    if (!always && (isTyping(event.target) || event.metaKey || event.ctrlKey)) return;
    const command = this.all.findLast((each) => each.keys?.includes(key) && each.when?.() !== false);
    if (!command) return;
    // A space or Enter on a control is that control's own.
    if (
      (key === 'Space' || key === 'Enter') &&
      event.target instanceof HTMLElement &&
      event.target.closest('button, a, [role=tab], summary')
    )
      return;
    event.preventDefault();
    command.run(key);
  }
}

function nameOf({ key, shiftKey }: KeyboardEvent, control: boolean): string {
  if (/^F\d+$/.test(key)) return shiftKey ? `Shift+${key}` : key;
  const name = key === ' ' ? 'Space' : key;
  return control ? `Ctrl+${name.length === 1 ? name.toUpperCase() : name}` : name;
}

function unique(commands: readonly Command[]): readonly Command[] {
  return [...new Map(commands.map((each) => [each.id, each])).values()];
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, .monaco-editor, [role=dialog], [role=menu]') !== null
  );
}

export const commands = new Commands();
