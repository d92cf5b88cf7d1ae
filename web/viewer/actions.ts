/** Stands in for `details/actions.ts` where there is neither a composer nor a connection: nothing can be sent. */
import type * as actions from '../details/actions.ts';

const nothing = (): Promise<void> => Promise.resolve();

export const canEdit = ((): boolean => false) as unknown as typeof actions.canEdit;
export const canSendAgain = ((): boolean => false) as unknown as typeof actions.canSendAgain;
export const editAgain: typeof actions.editAgain = nothing;
export const sendAgain: typeof actions.sendAgain = nothing;
