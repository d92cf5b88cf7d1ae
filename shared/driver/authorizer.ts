/** What a session host needs of whatever gets it authorized (basic/authorization). */
import type { HeaderPairs } from '#shared/recording';
import type { Credential, Emit } from '#shared/transport';

/** An exchange was refused with 401, or with 403. */
export interface Challenge {
  readonly url: string;
  readonly status: number;
  readonly headers: HeaderPairs;
  /** Its body, once it is read; the beginning of a long one. */
  readonly body?: () => Promise<string>;
}

export interface Authorizer {
  /** Headers that every exchange carries now. */
  credentials(): readonly Credential[];
  /**
   * Try to be authorized. Each step is reported to `emit`: a `connection` event `authorization` at once when there is
   * something to be tried, `granted` or `failed` at the end, and the HTTP exchanges between. Gives true when what was
   * refused can be sent again. Never rejects.
   */
  authorize(challenge: Challenge, emit: Emit): Promise<boolean>;
}
