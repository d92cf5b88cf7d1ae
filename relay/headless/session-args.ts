/** The part of a command line that says which server to have a session with, and how: for the commands that make one themselves. */
import type { AuthorizationSettings } from '#shared/authorization';
import type { Labels } from '#shared/recording';
import type { ConnectSpec } from '#shared/relay-protocol';
import { AUTHORIZATION, readAuthorization } from '../authorization/index.ts';
import type { Values } from '../base/index.ts';
import { LABELS, readLabels, readTarget, TARGET } from '../command/index.ts';

/** Milliseconds without an answer or progress after which a request is cancelled. */
const DEFAULT_TIMEOUT = 30_000;

/** Options of every session; each command has its own words for `--out` and `--answers`. */
export const RUN = {
  ...LABELS,
  ...TARGET,
  'timeout MS': `cancel a request after this time without a response or progress (default ${DEFAULT_TIMEOUT})`,
} as const;

/** Options of a session whose server the command line alone names. */
export const SESSION = {
  'out FILE': `write the recording here (default: a new file in the recordings folder): a new file, /dev/null,
    a pipe, or /dev/stdout, which redirects all other output to standard error`,
  'revision VERSION': 'protocol version, or auto to detect what the server supports (default auto)',
  ...RUN,
} as const;

/** Members of an answers file with what the server gets as answers. */
export const ANSWERS_HELP = `"sampling": RESULT,
     "elicitation": RESULT | [{"message": PART, "answer": RESULT}…], "roots": [ROOT…]`;

export interface RunSettings {
  readonly timeoutMs: number;
  readonly authorization: AuthorizationSettings;
  readonly labels?: Labels;
  /** Paths as typed. */
  readonly out?: string;
  readonly answers?: string;
}

export interface SessionRequest extends RunSettings {
  readonly spec: ConnectSpec;
  readonly revision: string;
}

type GivenRun = Values<typeof RUN & typeof AUTHORIZATION> & { readonly out?: string; readonly answers?: string };

/** The values of `RUN`, without the target; or what is wrong. */
export function readRunSettings(values: GivenRun, env: NodeJS.ProcessEnv): RunSettings | string {
  const { out, answers, timeout = String(DEFAULT_TIMEOUT) } = values;
  const timeoutMs = Number(timeout);
  if (!/^\d{1,9}$/.test(timeout) || timeoutMs === 0) return `“${timeout}” is not a time in milliseconds`;
  const authorization = readAuthorization(values, env);
  if (typeof authorization === 'string') return authorization;
  return { timeoutMs, authorization, labels: readLabels(values, env), out, answers };
}

export function readSession(
  values: Values<typeof SESSION & typeof AUTHORIZATION> & { readonly answers?: string },
  positionals: readonly string[],
  command: readonly string[] | undefined,
  env: NodeJS.ProcessEnv,
): SessionRequest | string {
  const target = readTarget(positionals, command, values, env);
  if (typeof target === 'string') return target;
  if (target === undefined) return 'No server given: add a URL, a command after “--”, or --config';
  if (target.type === 'file') return `“${target.path}” is not a URL`;
  const settings = readRunSettings(values, env);
  return typeof settings === 'string'
    ? settings
    : { ...settings, spec: target.spec, revision: values.revision ?? 'auto' };
}
