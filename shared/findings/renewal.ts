/** For judges whose tables are about one process or session: a new one knows nothing of what was agreed before. */
import type { Judge } from './judge.ts';
import { emptyTables } from './tables.ts';

/** Empties the tables of the judge's state when a new process or session begins. */
export const RENEWED: Pick<Judge, 'process' | 'connection'> = {
  process: (_turn, { event }, state) => {
    if (event === 'spawn') emptyTables(state);
  },
  connection: (_turn, { event }, state) => {
    if (event === 'restarted') emptyTables(state);
  },
};
