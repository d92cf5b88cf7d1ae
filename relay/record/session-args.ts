/** The part of a command line that says which server to have a session with, and how: for the commands that make one themselves. */
import type { AuthorizationSettings } from '#shared/authorization';
import { isObject } from '#shared/jsonrpc';
import type { Labels } from '#shared/recording';
import type { ConnectSpec } from '#shared/relay-protocol';
import { LABEL_HELP, LABEL_OPTIONS, readLabels, type GivenLabels } from '../labels.ts';
import { CONFIG_OPTIONS, readTarget, TARGET_HELP, TARGET_OPTIONS, type Given } from '../target.ts';

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
  'client-id': { type: 'string' },
  'client-secret-env': { type: 'string' },
  'client-metadata': { type: 'string' },
  'any-address': { type: 'boolean', default: false },
  scopes: { type: 'string' },
  'conformance-context': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false, short: 'h' },
} as const;

export const SESSION_HELP = `  --out FILE             write the recording here (default: a new file in the folder of recordings): a new file, /dev/null,
                         a pipe, or /dev/stdout, which sends all else to standard error
  --revision R           protocol revision, or auto to find out what the server speaks (default auto)
${LABEL_HELP}${TARGET_HELP}  --client-id ID         client that was registered with the authorization server beforehand
  --client-secret-env V  name of the environment variable with its secret
  --client-metadata URL  address of a client id metadata document, used where they are supported
  --any-address          let the server name addresses of this computer and local networks for authorization
  --scopes 'A B'         ask for these scopes instead of those that the server names
  --conformance-context  take client id and secret from MCP_CONFORMANCE_CONTEXT, as the conformance suite sets it
  --timeout MS           give a request up after this time without an answer or progress (default ${DEFAULT_TIMEOUT})
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

interface GivenAuthorization {
  readonly 'client-id'?: string | undefined;
  readonly 'client-secret-env'?: string | undefined;
  readonly 'client-metadata'?: string | undefined;
  readonly scopes?: string | undefined;
  readonly 'any-address': boolean;
  readonly 'conformance-context': boolean;
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

/** Settings of authorization, or a word on what is wrong. A secret never stands on the command line, where others see it. */
function readAuthorization(given: GivenAuthorization, env: NodeJS.ProcessEnv): AuthorizationSettings | string {
  const variable = given['client-secret-env'];
  if (variable !== undefined && env[variable] === undefined) return `There is no environment variable “${variable}”`;
  const context = given['conformance-context'] ? conformanceContext(env) : {};
  const clientId = given['client-id'] ?? context.clientId;
  const clientSecret = variable === undefined ? context.clientSecret : env[variable];
  const clientMetadataUrl = given['client-metadata'];
  const { scopes } = given;
  return {
    ...(clientId === undefined ? {} : { clientId }),
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(given['any-address'] ? { anyAddress: true } : {}),
  };
}

/** The credentials that the conformance suite hands to a client that is registered already; none without them. */
function conformanceContext(env: NodeJS.ProcessEnv): Pick<AuthorizationSettings, 'clientId' | 'clientSecret'> {
  let context: unknown;
  try {
    context = JSON.parse(env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
  } catch {
    return {};
  }
  if (!isObject(context)) return {};
  const { client_id, client_secret } = context;
  return {
    ...(typeof client_id === 'string' ? { clientId: client_id } : {}),
    ...(typeof client_secret === 'string' ? { clientSecret: client_secret } : {}),
  };
}
