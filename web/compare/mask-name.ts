/** The name of a mask as a person reads it. */
import { OWN_MASKS, type MaskedValue, type OwnMask } from '#shared/compare';
import type { Messages } from '../base/i18n/index.svelte.ts';

export function maskName(mask: MaskedValue['mask'], t: Messages['compare']): string {
  return isOwn(mask) ? t.ownMasks[mask] : t.masks[mask][0];
}

const isOwn = (mask: MaskedValue['mask']): mask is OwnMask => OWN_MASKS.some((own) => own === mask);
