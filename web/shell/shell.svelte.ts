/** What is open around the session: sidebar, palette, help, the sharing of a session. */
import type { Command } from '../base/commands.svelte.ts';
import { narrow } from '../ui/narrow.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

class Shell {
  #column = $state(window.innerWidth >= 1200);
  #drawer = $state(false);
  palette = $state(false);
  help = $state(false);
  /** The dialog of taps before the servers of hosts. */
  hosts = $state(false);
  sharing: SessionView | undefined = $state.raw();
  #chosen: Command | undefined;

  /** Servers and recordings are there: in a column, or over the page where that is narrow. */
  get sidebar(): boolean {
    return narrow.current ? this.#drawer : this.#column;
  }
  set sidebar(open: boolean) {
    if (narrow.current) this.#drawer = open;
    else this.#column = open;
  }

  /** Close the palette, which may stand over the help, or the help; run a command that was chosen there once the keyboard is where it was before. */
  leaveFor(command: Command): void {
    this.#chosen = command;
    if (this.palette) this.palette = false;
    else this.help = false;
  }
  readonly left = (): void => {
    const command = this.#chosen;
    this.#chosen = undefined;
    command?.run('');
  };
}

export const shell = new Shell();
