/** The steps a session takes by itself. Each can be left to the person, and the policy can change while it runs. */

/** How a server's request is answered: by itself with `answer` (the JSON text of a result), or by the person. */
export type AnswerPolicy = { readonly mode: 'ask' } | { readonly mode: 'auto'; readonly answer: string };

/** A language model behind an OpenAI-compatible endpoint (`POST {url}/chat/completions`). */
export interface ModelEndpoint {
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token; never recorded. */
  readonly apiKey?: string;
}
export type SamplingPolicy = AnswerPolicy | { readonly mode: 'model'; readonly endpoint: ModelEndpoint };
/**
 * `defaults`: accept, with the defaults of the form's schema and a value of the right type elsewhere. The first of `given` whose
 * `message` is part of the request's goes before; URL mode is answered with `url`, and without it left to the person. `given`:
 * these alone. Answers are the JSON texts of results.
 */
export type ElicitationPolicy =
  | AnswerPolicy
  | {
      readonly mode: 'defaults' | 'given';
      readonly given?: readonly { readonly message: string; readonly answer: string }[];
      readonly url?: string;
    };

export interface Root {
  readonly uri: string;
  readonly name?: string;
}

/** When a request that is not answered is given up (basic/utilities/cancellation#timeouts). Milliseconds; 0 is never. */
export interface TimeoutPolicy {
  /** Time without an answer. */
  readonly idleMs: number;
  /** Time in all, which progress does not extend. */
  readonly totalMs: number;
  /** Progress starts `idleMs` anew. */
  readonly progressExtends: boolean;
}

export interface Policy {
  /** Sent in `initialize` or in every request; any string. `auto` detects the server's era and takes the latest revision of it. */
  readonly revision: string;
  /** Take the steps that open a session: `server/discover`, `initialize`, `notifications/initialized`. */
  readonly handshake: boolean;
  /** How long `auto` waits for the answer to its first `server/discover`, and a session for the address of HTTP+SSE, in milliseconds. */
  readonly probeMs: number;
  /** Read the lists the server declares, page by page, after initialization. */
  readonly discover: boolean;
  /** Read a list again when the server announces that it changed. */
  readonly refresh: boolean;
  /** Open the standalone GET stream or `subscriptions/listen` after initialization. */
  readonly listen: boolean;
  /** HTTP: open a stream again that ended early, after the server's `retry` and with its last event id. */
  readonly resume: boolean;
  /** HTTP: initialize again when the server has forgotten the session. */
  readonly restart: boolean;
  readonly ping: boolean;
  readonly answerRoots: boolean;
  readonly roots: readonly Root[];
  readonly sampling: SamplingPolicy;
  readonly elicitation: ElicitationPolicy;
  /** Repeat a request whose result is `input_required` as soon as everything it asks for is answered. */
  readonly retryInput: boolean;
  /** HTTP, per-request era: list the tools again when a call's headers do not fit, and repeat it with those of the new definition. */
  readonly retryHeaders: boolean;
  /** Ask for the state of the server's tasks until they have ended, then for their result. */
  readonly followTasks: boolean;
  readonly timeouts: TimeoutPolicy;
  /** Nobody attends: server requests that no step answers are refused (−32601), but these. Absent leaves such requests to the person. */
  readonly refuseAllBut?: readonly string[];
  readonly cancelOnClose: boolean;
  /** Say goodbye with `notifications/closed`, which no revision defines. */
  readonly goodbye: boolean;
  /** Declared in `initialize` or in every request; absent means what the revision offers. */
  readonly capabilities?: { readonly [name: string]: unknown };
  /** Members of `_meta` that go out with every request the program makes. */
  readonly meta?: { readonly [name: string]: unknown };
  /** Per-request era: level from which the server may send log messages about a request. */
  readonly logLevel?: string;
}

/** The steps that are switched on or off. `goodbye` is not among them: it is off unless a person wants it. */
export const AUTOMATIC_STEPS = [
  'handshake',
  'discover',
  'refresh',
  'listen',
  'resume',
  'restart',
  'ping',
  'answerRoots',
  'retryInput',
  'retryHeaders',
  'followTasks',
  'cancelOnClose',
] as const satisfies readonly (keyof Policy)[];

const SWITCHES = [...AUTOMATIC_STEPS, 'goodbye'] as const;

/** The automatic steps, as recorded: policy members, with `sampling` and `elicitation` where no person is asked. */
export function stepsInForce(policy: Policy): string[] {
  return [
    ...SWITCHES.filter((step) => policy[step]),
    ...(['sampling', 'elicitation'] as const).filter((kind) => policy[kind].mode !== 'ask'),
  ];
}

/** The policy with the recorded steps on and every other off; how questions are answered is not changed. */
export function withSteps(policy: Policy, steps: readonly string[]): Policy {
  return { ...policy, ...Object.fromEntries(SWITCHES.map((step) => [step, steps.includes(step)])) };
}

/** Everything automatic except the answers that are a person's to give. */
export const DEFAULT_POLICY: Policy = {
  revision: 'auto',
  handshake: true,
  probeMs: 5000,
  discover: true,
  refresh: true,
  listen: true,
  resume: true,
  restart: true,
  ping: true,
  answerRoots: true,
  roots: [],
  sampling: { mode: 'ask' },
  elicitation: { mode: 'ask' },
  retryInput: true,
  retryHeaders: true,
  followTasks: true,
  timeouts: { idleMs: 300_000, totalMs: 3_600_000, progressExtends: true },
  cancelOnClose: true,
  goodbye: false,
};
