/** What two runs of one plan come to, in one line. */
import type { Suggestions } from '#shared/compare';

/** `3 values differ between the runs and could be masked; 1 thing comes and goes.` */
export function calibrationWords({ suggested, unsteady }: Suggestions): string {
  if (suggested.length + unsteady.length === 0) return 'The two runs differ in nothing that is not masked.';
  const values = suggested.length === 1 ? '1 value differs' : `${suggested.length} values differ`;
  const things = unsteady.length === 1 ? '1 thing comes and goes' : `${unsteady.length} things come and go`;
  const parts = [
    ...(suggested.length > 0 ? [`${values} between the runs and could be masked`] : []),
    ...(unsteady.length > 0 ? [`${things}, which no mask covers`] : []),
  ];
  return `${parts.join('; ')}.`;
}
