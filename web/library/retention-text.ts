import type { Retention } from '#shared/library';
import type { Messages } from '../base/i18n/index.svelte.ts';

/** How long recordings are kept, in words. */
export function retentionText({ days, megabytes }: Retention, { retention: t }: Messages['library']): string {
  const bounds = [
    ...(days === undefined ? [] : [t.days(days)]),
    ...(megabytes === undefined ? [] : [t.megabytes(megabytes)]),
  ];
  return bounds.length === 0 ? t.forEver : bounds.join(t.and);
}
