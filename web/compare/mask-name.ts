/** The name of a mask as a person reads it. */
import type { MaskedValue } from '#shared/compare';
import type { Messages } from '../i18n/index.svelte.ts';

export function maskName(mask: MaskedValue['mask'], t: Messages['compare']): string {
  return mask === 'pointer' ? t.pointerMask : t.masks[mask][0];
}
