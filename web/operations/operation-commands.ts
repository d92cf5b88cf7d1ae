/** What can be done in the list of operations by key or palette: the keys of the diagram, with lines for rows. */
import { words } from '../base/i18n/index.svelte.ts';
import type { Command } from '../base/commands.svelte.ts';
import { ZOOM } from '../session/diagram.svelte.ts';
import type { OperationList } from './operation-list.svelte.ts';

export function operationCommands(list: () => OperationList): Command[] {
  const t = (): typeof words.now.app.shortcuts => words.now.app.shortcuts;
  const pick = (index: number): void => {
    const { rows } = list();
    if (rows > 0) list().pick(Math.max(0, Math.min(rows - 1, index)));
  };
  return [
    { id: 'row.next', title: () => t().nextRow, keys: ['j'], run: () => pick(list().current + 1) },
    { id: 'row.previous', title: () => t().previousRow, keys: ['k'], run: () => pick(list().current - 1) },
    { id: 'row.first', title: () => t().first, keys: ['g'], run: () => pick(0) },
    { id: 'row.last', title: () => t().last, keys: ['G'], run: () => pick(Infinity) },
    {
      id: 'zoom.in',
      title: () => words.now.timeline.filter.zoomIn,
      keys: ['+', '='],
      run: () => list().zoom(1 / ZOOM),
    },
    { id: 'zoom.out', title: () => words.now.timeline.filter.zoomOut, keys: ['-'], run: () => list().zoom(ZOOM) },
    {
      id: 'operations.group',
      title: () => words.now.operationList.byToolHint,
      run: () => list().group(!list().grouped),
    },
  ];
}
