/** How far a session has come with its authorization. */
import type { ConnectionBody } from '#shared/recording';
import type { Fold } from '#shared/session';

export interface AuthorizationTurn {
  turn?: ConnectionBody & { readonly s: number };
}

export const AUTHORIZATION: Fold<AuthorizationTurn> = {
  ignoresPassing: true,
  init: () => ({}),
  step(state, event) {
    if (event.k === 'connection' && event.event === 'authorization') state.turn = event;
  },
  copy: (state) => ({ ...state }),
};
