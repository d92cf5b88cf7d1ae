/** Spans that a server or a person names in milliseconds, as people say them. */
import { number, words } from '../base/i18n/index.svelte.ts';

/** `300 ms`, `5 s`, `1.5 min`, `2 h`; nothing is rounded away that makes a difference. */
export function period(ms: number): string {
  const units = words.now.explore.units;
  const [size, unit] =
    ms < 1000
      ? [1, units.ms]
      : ms < 60_000
        ? [1000, units.s]
        : ms < 3_600_000
          ? [60_000, units.min]
          : [3_600_000, units.h];
  return `${number(Math.round((ms / size) * 100) / 100)} ${unit}`;
}
