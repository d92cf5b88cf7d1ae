/** What another feature does with recordings: compare two of them, run one again, tell what their clients do. */
import type { Masks, RunOnPurpose } from '#shared/compare';
import { TypedCommand } from '../../base/typed-command.svelte.ts';
import type { SessionView } from '../../session/session-view.svelte.ts';
import type { Chosen } from './chosen.ts';

export interface ShownComparison {
  /** What was expected, and what was recorded in its place. */
  readonly before: Chosen;
  readonly after: Chosen;
  /** Operations of `before` (by index) that were not run again, with a reason each. */
  readonly leaveOut?: ReadonlyMap<number, string>;
  /** `after` is a run of `before`: what it did otherwise on purpose. */
  readonly run?: RunOnPurpose;
  readonly masks?: Masks;
}

export const showComparison = new TypedCommand<ShownComparison>();

export const showProfile = new TypedCommand<readonly Chosen[]>();

export const planRerun = new TypedCommand<SessionView>();
