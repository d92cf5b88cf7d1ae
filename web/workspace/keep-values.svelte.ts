/** Has what outlives the page kept: by the relay that serves the page, or in the browser where there is none. */
import type { RelayLink } from '../session/relay/relay-link.svelte.ts';
import { moveValues, notStored } from '../session/direct/store.ts';
import { takeOver } from '../base/from-before.ts';
import { words } from '../base/i18n/index.svelte.ts';
import { notices } from '../base/notices.svelte.ts';
import { tabKeeper } from '../base/tab-keeper.ts';
import { values, type Keeper } from '../base/values.svelte.ts';

/** Begin, for as long as the page lives. */
export function keepValues(link: RelayLink): void {
  values.onRefused = (detail) => notices.add(words.now.app.valuesNotKept(detail), 'error');
  const relay: Keeper = {
    read: async () => (await link.ask({ type: 'read-values' }, 'values')).values,
    write: async (changes, lasting) => {
      await link.ask({ type: 'write-values', values: changes, lasting }, 'done');
    },
  };
  const keepWith = (keeper: Keeper): void => {
    // What earlier versions stored is moved once somebody keeps it.
    void values
      .keepWith(keeper)
      .then(takeOver)
      .then(() => moveValues().catch(notStored));
  };
  $effect.root(() => {
    $effect(() => {
      if (link.status === 'open') keepWith(relay);
      else if (link.status === 'absent') keepWith(tabKeeper);
      else if (link.status !== 'connecting') values.keepAlone();
    });
  });
}
