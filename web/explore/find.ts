/** What a server offers, to be found by name: leads to its panel, with the thing chosen. */
import { words } from '../base/i18n/index.svelte.ts';
import type { Command, Finder } from '../base/commands.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { entriesOf } from './entries.ts';
import { exploredOf } from './explored.svelte.ts';

export function offeredBy(view: SessionView): Finder {
  const of = (list: 'tools' | 'resources' | 'prompts', member: string): Command[] => {
    const t = words.now.palette;
    const act = { tools: t.call, resources: t.read, prompts: t.prompt }[list];
    const kind = { tools: t.kinds.tool, resources: t.kinds.resource, prompts: t.kinds.prompt }[list];
    return entriesOf(view.state.lists[list].items.all, member).map(({ key, label, title }) => ({
      id: `${list}:${key}`,
      title: () => act(title === undefined || title === label ? label : `${label} · ${title}`),
      kind: () => kind,
      near: true,
      run: () => {
        exploredOf(view)[list].select(key);
        view.openPanel(list);
      },
    }));
  };
  return { all: () => [...of('tools', 'name'), ...of('resources', 'uri'), ...of('prompts', 'name')] };
}
