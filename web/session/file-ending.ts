/** How the reading of a recording's file ended. */
import type { Damage, ReadSummary } from '#shared/recording';
import type { Messages } from '../base/i18n/all.ts';

export type ReadProblem = Damage | 'cut-short';

export interface FileEnding {
  readonly problem?: ReadProblem | undefined;
  readonly reason?: string | undefined;
}

export function problemText(problem: ReadProblem, { app }: Pick<Messages, 'app'>): string {
  if (problem === 'cut-short') return app.cutShort;
  const { code, line, places, stopped } = problem;
  if (code === 'bad-packing') return app.packingDamaged;
  const why = app.damage[code] ?? code;
  return stopped ? app.unreadableAfter(line, why) : app.damagedAt(line, why, places - 1);
}

export function endingOf({ damage, cutShort, footer }: ReadSummary): FileEnding {
  return { problem: damage ?? (cutShort ? 'cut-short' : undefined), reason: footer?.reason };
}
