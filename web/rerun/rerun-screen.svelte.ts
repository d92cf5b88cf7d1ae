/** Which recordings are being run again, and the way there and back. What does it comes when it is first asked for. */
import { withWords } from '../base/i18n/index.svelte.ts';
import type { Command } from '../base/commands.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { rerunEntry } from '../workspace/library/words/entry.ts';
import { workspace } from '../workspace/workspace.svelte.ts';
import type { RunAgain } from './run-again.svelte.ts';

class RerunScreen {
  current: RunAgain | undefined = $state.raw();
  /** All that were begun and are of use still. */
  #all: readonly RunAgain[] = $state.raw([]);

  /** Show the plan of a recording: the one made before, unless it has been carried out. */
  async open(view: SessionView): Promise<void> {
    const known = this.#all.find((each) => each.before === view && !each.outcome);
    if (known) return this.show(known);
    const { RunAgain } = await withWords(import('./run-again.svelte.ts'));
    const begun = new RunAgain(view);
    const { views } = workspace;
    const kept = this.#all.filter((each) => each.working || each.sessions.some((session) => views.includes(session)));
    for (const each of this.#all) if (!kept.includes(each)) each.end();
    this.#all = [...kept, begun];
    this.show(begun);
    void begun.read();
  }

  show(run: RunAgain): void {
    this.current = run;
    workspace.show(undefined, 'rerun');
  }

  /** The run that drives a session, or drove it. */
  of(view: SessionView): RunAgain | undefined {
    return this.#all.find((each) => each.sessions.includes(view));
  }

  leave(): void {
    const { views } = workspace;
    const before = this.current?.before;
    workspace.show(before && views.includes(before) ? before : views.at(-1));
  }
}

export const rerunScreen = new RerunScreen();

export function canRunAgain(view: SessionView | undefined): view is SessionView {
  return view !== undefined && !view.source.live;
}

export function rerunCommands(): Command[] {
  return [
    {
      id: 'rerun',
      title: () => rerunEntry.now.open,
      when: () => canRunAgain(workspace.active),
      run: () => {
        if (workspace.active) void rerunScreen.open(workspace.active);
      },
    },
  ];
}
