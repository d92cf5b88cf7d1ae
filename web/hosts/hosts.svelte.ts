/** Which servers of this computer's hosts are tapped, and what a person's choice would make of their files. */
import { errorText } from '#shared/base';
import type { HostFile, HostFiles, HostServer, TapChange } from '#shared/relay-protocol';
import { workspace } from '../workspace/workspace.svelte.ts';

export class Hosts {
  /** What the relay said last; undefined until it did. */
  found: HostFiles | undefined = $state.raw();
  /** Why the relay could not say. */
  failure = $state('');
  busy = $state(false);
  #changes: readonly TapChange[] = $state.raw([]);
  /** Only the answer to the latest question counts. */
  #turn = 0;

  get changes(): readonly TapChange[] {
    return this.#changes;
  }

  /** True when a server is tapped, or is to be. */
  isTapped({ file }: HostFile, { path, state }: HostServer): boolean {
    return this.#changes.find((each) => isOf(each, file, path))?.tapped ?? (state === 'tapped' || state === 'gone');
  }

  choose({ file }: HostFile, servers: readonly HostServer[], tapped: boolean): void {
    const others = this.#changes.filter((each) => !servers.some(({ path }) => isOf(each, file, path)));
    const changed = servers.filter(({ state }) => (state === 'direct') === tapped);
    this.#changes = [...others, ...changed.map(({ path }) => ({ file, server: path, tapped }))];
    void this.look();
  }

  /** Ask what the choice would change. Never rejects. */
  look(): Promise<void> {
    return this.#ask(false);
  }

  /** Make the changes. Never rejects. */
  async write(): Promise<void> {
    this.busy = true;
    await this.#ask(true);
    this.busy = false;
  }

  async #ask(write: boolean): Promise<void> {
    const turn = ++this.#turn;
    try {
      const found = await workspace.link.ask({ type: 'hosts', changes: this.#changes, write }, 'hosts');
      if (turn !== this.#turn) return;
      this.found = found;
      this.failure = '';
      if (write) this.#changes = [];
    } catch (error) {
      if (turn === this.#turn) this.failure = errorText(error);
    }
  }
}

const isOf = (change: TapChange, file: string, path: readonly string[]): boolean =>
  change.file === file && JSON.stringify(change.server) === JSON.stringify(path);
