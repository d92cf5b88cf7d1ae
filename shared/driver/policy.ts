/**
 * Which steps a session takes by itself. Every one can be left to the person; the policy can be changed while the
 * session runs.
 */

/** How a server's request is answered: by itself with `answer` (the JSON text of a result), or by the person. */
export type AnswerPolicy = { readonly mode: 'ask' } | { readonly mode: 'auto'; readonly answer: string };

export interface Root {
  readonly uri: string;
  readonly name?: string;
}

export interface Policy {
  /** Offered in `initialize`; any string. */
  readonly revision: string;
  /** Send `initialize` and `notifications/initialized`. */
  readonly handshake: boolean;
  /** Read the lists the server declares, page by page, after initialization. */
  readonly discover: boolean;
  /** Read a list again when the server announces that it changed. */
  readonly refresh: boolean;
  /** HTTP: open the standalone GET stream after initialization. */
  readonly listen: boolean;
  /** Answer `ping`. */
  readonly ping: boolean;
  /** Answer `roots/list` with `roots`. */
  readonly answerRoots: boolean;
  readonly roots: readonly Root[];
  readonly sampling: AnswerPolicy;
  readonly elicitation: AnswerPolicy;
  /** Declared in `initialize`; absent means what the revision offers. */
  readonly capabilities?: { readonly [name: string]: unknown };
}

/** Everything automatic except the answers that are a person's to give. */
export const DEFAULT_POLICY: Policy = {
  revision: '2025-11-25',
  handshake: true,
  discover: true,
  refresh: true,
  listen: true,
  ping: true,
  answerRoots: true,
  roots: [],
  sampling: { mode: 'ask' },
  elicitation: { mode: 'ask' },
};
