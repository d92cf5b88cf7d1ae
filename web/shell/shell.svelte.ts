/** What is open around the session: rail, palette, help, the sharing of a session. */
import type { Command } from '../base/commands.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

class Shell {
  /** On a phone: the rail lies over the page. */
  sidebar = $state(false);
  palette = $state(false);
  help = $state(false);
  /** The dialog of taps before the servers of hosts. */
  hosts = $state(false);
  sharing: SessionView | undefined = $state.raw();
  #chosen: Command | undefined;

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
