/** What every request of the per-request era says of itself (2026-07-28, basic/index#meta). */
import { isObject } from '#shared/jsonrpc';

const PREFIX = 'io.modelcontextprotocol/';

export const META = {
  protocolVersion: `${PREFIX}protocolVersion`,
  clientInfo: `${PREFIX}clientInfo`,
  clientCapabilities: `${PREFIX}clientCapabilities`,
  logLevel: `${PREFIX}logLevel`,
  serverInfo: `${PREFIX}serverInfo`,
  subscriptionId: `${PREFIX}subscriptionId`,
  relatedTask: `${PREFIX}related-task`,
} as const;

/** Name of the tasks extension in both sides' `capabilities.extensions`. */
export const TASKS_EXTENSION = `${PREFIX}tasks`;

/** The requests a server may answer with `input_required` (basic/patterns/mrtr#supported-requests). */
export const INPUT_METHODS: readonly string[] = ['tools/call', 'prompts/get', 'resources/read'];

export interface RequestMeta {
  readonly revision: string;
  readonly clientInfo: object;
  readonly capabilities: object;
  /** The server may send log messages about this request, from this level on. */
  readonly logLevel?: string;
}

export function requestMeta({ revision, clientInfo, capabilities, logLevel }: RequestMeta): {
  readonly [name: string]: unknown;
} {
  return {
    [META.protocolVersion]: revision,
    [META.clientInfo]: clientInfo,
    [META.clientCapabilities]: capabilities,
    ...(logLevel === undefined ? {} : { [META.logLevel]: logLevel }),
  };
}

/** Value of a reserved member in the `_meta` of some params or result, or undefined. Never throws. */
export function metaValue(holder: unknown, name: string): unknown {
  const meta = isObject(holder) ? holder['_meta'] : undefined;
  return isObject(meta) && Object.hasOwn(meta, name) ? meta[name] : undefined;
}
