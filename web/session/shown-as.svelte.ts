/** How a session is shown beside its details: message by message, or one line for each operation. */
import { slot } from './slot.ts';

export type ShownAs = 'messages' | 'operations';

/** Kept with the session, so that another one can be looked at in between. */
export const shownAs = slot(() => {
  let value: ShownAs = $state('messages');
  return {
    get value(): ShownAs {
      return value;
    },
    set value(now: ShownAs) {
      value = now;
    },
  };
});
