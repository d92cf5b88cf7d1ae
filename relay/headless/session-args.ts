/** The part of a command line that says which server to have a session with, and how: for the commands that make one themselves. */
import type { AuthorizationSettings } from '#shared/authorization';
import type { Labels } from '#shared/recording';
import type { ConnectSpec } from '#shared/relay-protocol';
import { AUTHORIZATION_OPTIONS, readAuthorization, type GivenAuthorization } from '../authorization/index.ts';
import {
  CONFIG_OPTIONS,
  type Given,
  type GivenLabels,
  LABEL_HELP,
  LABEL_OPTIONS,
  readLabels,
  readTarget,
  TARGET_HELP,
  TARGET_OPTIONS,
} from '../command/index.ts';

/** Milliseconds without an answer or progress after which a request is given up. */
export const DEFAULT_TIMEOUT = 30_000;

export const SESSION_OPTIONS = {
  ...TARGET_OPTIONS,
  ...CONFIG_OPTIONS,
  ...LABEL_OPTIONS,
  out: { type: 'string' },
  revision: { type: 'string', default: 'auto' },
  answers: { type: 'string' },
  timeout: { type: 'string', default: String(DEFAULT_TIMEOUT) },
  ...AUTHORIZATION_OPTIONS,
  help: { type: 'boolean', default: false, short: 'h' },
} as const;

export const SESSION_HELP = `  --out FILE             write the recording here (default: a new file in the folder of recordings): a new file, /dev/null,
                         a pipe, or /dev/stdout, which sends all else to standard error
  --revision R           protocol revision, or auto to find out what the server speaks (default auto)
${LABEL_HELP}${TARGET_HELP}  --timeout MS           give a request up after this time without an answer or progress (default ${DEFAULT_TIMEOUT})
`;

/** Members of an answers file that say what the server is answered. */
export const ANSWERS_HELP = `"sampling": RESULT,
                          "elicitation": RESULT | [{"message": PART, "answer": RESULT}…], "roots": [ROOT…]`;

export interface SessionRequest {
  readonly spec: ConnectSpec;
  readonly revision: string;
  readonly timeoutMs: number;
  readonly authorization: AuthorizationSettings;
  /** What is said of the recording in its header. */
  readonly labels?: Labels;
  /** Paths as typed. */
  readonly out?: string;
  readonly answers?: string;
}

interface GivenSession extends Given, GivenAuthorization, GivenLabels {
  readonly out?: string | undefined;
  readonly revision: string;
  readonly answers?: string | undefined;
  readonly timeout: string;
}

/** What `SESSION_OPTIONS` came to, or a word on what is wrong. */
export function readSession(
  values: GivenSession,
  positionals: readonly string[],
  command: readonly string[] | undefined,
  env: NodeJS.ProcessEnv,
): SessionRequest | string {
  const timeoutMs = Number(values.timeout);
  if (!/^\d{1,9}$/.test(values.timeout) || timeoutMs === 0) return `“${values.timeout}” is not a time in milliseconds`;
  const target = readTarget(positionals, command, values, env);
  if (typeof target === 'string') return target;
  if (target === undefined) return 'A URL, a command after “--”, or --config must say which server';
  if (target.type === 'file') return `“${target.path}” is not a URL`;
  const authorization = readAuthorization(values, env);
  if (typeof authorization === 'string') return authorization;
  const { revision, out, answers } = values;
  return {
    spec: target.spec,
    revision,
    timeoutMs,
    authorization,
    labels: readLabels(values, env),
    ...(out === undefined ? {} : { out }),
    ...(answers === undefined ? {} : { answers }),
  };
}
