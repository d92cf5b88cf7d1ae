/** Shows the comparison of two recordings, whoever asks for it. */
import type { Masks, RunOnPurpose } from '#shared/compare';
import { workspace } from '../workspace/workspace.svelte.ts';
import type { Chosen } from '../workspace/library/chosen.ts';
import { comparing } from './comparing.svelte.ts';

export type { Chosen } from '../workspace/library/chosen.ts';

export interface ShownComparison {
  /** What was expected, and what came of it. */
  readonly before: Chosen;
  readonly after: Chosen;
  /** Operations of `before` (by index) that were not run again, with a reason each. */
  readonly leaveOut?: ReadonlyMap<number, string>;
  /** `after` is a run of `before`: what it did otherwise on purpose. */
  readonly run?: RunOnPurpose;
  readonly masks?: Masks;
}

/** Show the compare screen with these two. */
export function showComparison({ before, after, leaveOut, run, masks }: ShownComparison): void {
  comparing.set(before, after, {
    ...(leaveOut ? { leaveOut } : {}),
    ...(run ? { run } : {}),
    ...(masks ? { masks } : {}),
  });
  workspace.show(undefined, 'compare');
}
