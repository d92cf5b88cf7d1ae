/** The command line of `mcp-lifeline record`, read: what to record, or what is wrong with it. */
import { parseArgs } from 'node:util';
import type { AuthorizationSettings } from '#shared/authorization';
import { isObject } from '#shared/jsonrpc';
import type { ConnectSpec } from '#shared/relay-protocol';
import { parseProblem, readTarget, splitCommand, TARGET_OPTIONS } from '../target.ts';

/** Milliseconds without an answer or progress after which a request is given up. */
export const DEFAULT_TIMEOUT = 30_000;

export const RECORD_HELP = `Usage: mcp-lifeline record [options] (URL | -- COMMAND ARGS…)

Connects to a server, reads everything it lists, closes in order, and leaves a recording. No browser is needed.

Options:
  --out FILE             write the recording here (default: a new file in the folder of recordings)
  --revision R           protocol revision, or auto to find out what the server speaks (default auto)
  --exercise             also use what the server has: call tools, read resources, get prompts, complete arguments
  --yes                  with --exercise: call tools, too, that may change something
                         (destructiveHint is true, or there is no hint)
  --answers FILE         JSON with arguments to use and answers to give:
                         {"tools": {NAME: ARGUMENTS | [ARGUMENTS…] | false}, "prompts": {NAME: ARGUMENTS},
                          "templates": {URI-TEMPLATE: VALUES}, "resources": [URI…], "sampling": RESULT,
                          "elicitation": RESULT | [{"message": PART, "answer": RESULT}…], "roots": [ROOT…]}
  --header 'Name: value' send this header to the URL; may be repeated
  --env NAME=VALUE       set a variable for the command; may be repeated
  --cwd DIR              folder to start the command in
  --client-id ID         client that was registered with the authorization server beforehand
  --client-secret-env V  name of the environment variable with its secret
  --client-metadata URL  address of a client id metadata document, used where they are supported
  --scopes 'A B'         ask for these scopes instead of those that the server names
  --conformance-context  take client id and secret from MCP_CONFORMANCE_CONTEXT, as the conformance suite sets it
  --timeout MS           give a request up after this time without an answer or progress (default ${DEFAULT_TIMEOUT})
  --json                 print one JSON summary to standard output
  --help                 print this text

Exit code: 0 when it ran through; 1 when something in it failed: a request was answered with an error or not at all (an
answer of a tool that says isError is an answer); 2 for wrong usage; 3 when no session came about.
`;

export interface RecordRequest {
  readonly type: 'record';
  readonly spec: ConnectSpec;
  readonly revision: string;
  readonly exercise: boolean;
  readonly yes: boolean;
  readonly json: boolean;
  readonly timeoutMs: number;
  readonly authorization: AuthorizationSettings;
  /** Paths as typed. */
  readonly out?: string;
  readonly answers?: string;
}

export type RecordArgs =
  RecordRequest | { readonly type: 'record-help' } | { readonly type: 'wrong'; readonly sentence: string };

const OPTIONS = {
  ...TARGET_OPTIONS,
  out: { type: 'string' },
  revision: { type: 'string', default: 'auto' },
  exercise: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  answers: { type: 'string' },
  timeout: { type: 'string', default: String(DEFAULT_TIMEOUT) },
  json: { type: 'boolean', default: false },
  'client-id': { type: 'string' },
  'client-secret-env': { type: 'string' },
  'client-metadata': { type: 'string' },
  scopes: { type: 'string' },
  'conformance-context': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false, short: 'h' },
} as const;

/** Read the arguments after `record`. Never throws. */
export function readRecordArgs(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): RecordArgs {
  const { own, command } = splitCommand(argv);
  let parsed;
  try {
    parsed = parseArgs({ args: own, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    return wrong(parseProblem(error));
  }
  const { values, positionals } = parsed;
  if (values.help) return { type: 'record-help' };
  const timeoutMs = Number(values.timeout);
  if (!/^\d{1,9}$/.test(values.timeout) || timeoutMs === 0)
    return wrong(`“${values.timeout}” is not a time in milliseconds`);
  if (values.yes && !values.exercise) return wrong('--yes needs --exercise');
  const target = readTarget(positionals, command, values);
  if (typeof target === 'string') return wrong(target);
  if (target === undefined) return wrong('A URL, or a command after “--”, must say what to record');
  if (target.type === 'file') return wrong(`“${target.path}” is not a URL`);
  const authorization = readAuthorization(values, env);
  if (typeof authorization === 'string') return wrong(authorization);
  const { revision, exercise, yes, json, out, answers } = values;
  return {
    type: 'record',
    spec: target.spec,
    revision,
    exercise,
    yes,
    json,
    timeoutMs,
    authorization,
    ...(out === undefined ? {} : { out }),
    ...(answers === undefined ? {} : { answers }),
  };
}

interface GivenAuthorization {
  readonly 'client-id'?: string | undefined;
  readonly 'client-secret-env'?: string | undefined;
  readonly 'client-metadata'?: string | undefined;
  readonly scopes?: string | undefined;
  readonly 'conformance-context': boolean;
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

function wrong(text: string): RecordArgs {
  return { type: 'wrong', sentence: `${text}. Try mcp-lifeline record --help.` };
}
