/** The error codes of JSON-RPC 2.0 and of each revision: name and meaning for the revision in force. */
import { PUBLISHED_REVISIONS } from './revisions.ts';

/** Codes by name (JSON-RPC 2.0 section 5.1; 2026-07-28, basic/index#error-codes). */
export const ErrorCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  ResourceNotFound: -32002,
  UrlElicitationRequired: -32042,
  HeaderMismatch: -32020,
  MissingCapability: -32021,
  UnsupportedVersion: -32022,
} as const;
/** Errors that only a server without a handshake gives (2026-07-28, basic/versioning). */
export const PER_REQUEST_ERRORS: readonly unknown[] = [
  ErrorCode.HeaderMismatch,
  ErrorCode.MissingCapability,
  ErrorCode.UnsupportedVersion,
];

/** English for each meaning; the page translates by the key. */
export const ERROR_WORDS = {
  parse: 'The receiver could not parse the message as JSON, so it could not read its id, and the response has none.',
  invalidRequest: 'Valid JSON, but not a JSON-RPC message that the receiver accepts.',
  methodNotFound: 'The receiver does not know this method, or did not declare the capability for it.',
  invalidParams:
    'Invalid parameters: an unknown tool, prompt, cursor or task, or an argument that is missing or wrong.',
  invalidParamsPerRequest:
    'Invalid parameters: an unknown name or missing resource, a wrong argument, or missing required fields of _meta.',
  internal: 'The receiver failed while processing the request.',
  resourceNotFound: 'No resource with this URI.',
  resourceNotFoundRetired:
    'Resource not found, up to 2025-11-25. From 2026-07-28 on, servers must send −32602 instead.',
  urlElicitation: 'The request requires a visit to the pages listed in data.elicitations.',
  urlElicitationRetired:
    'Asked the user to visit web pages in 2025-11-25. From 2026-07-28 on, an input_required result does that.',
  headerMismatch: 'HTTP headers mirrored from the body are missing, malformed or do not match it.',
  missingCapability: 'The request needs a client capability that it did not declare; data names it.',
  unsupportedVersion:
    'The server does not support the requested protocol version; data.supported lists the supported ones.',
  rejected: 'The user rejected the sampling request.',
  serverDefined: 'Server-defined code.',
  serverDefinedLegacy: 'A code that older implementations used for various things; its meaning is unclear.',
  reserved: 'Reserved by the specification, but not defined in this protocol version.',
  jsonRpcReserved: 'Reserved by JSON-RPC, but not defined.',
} as const;

export type ErrorKey = keyof typeof ERROR_WORDS;

export interface ErrorFacts {
  readonly code: number;
  /** As people call it: "Method not found". */
  readonly name: string;
  /** Which sentence of ERROR_WORDS explains it in the revision in force. */
  readonly key: ErrorKey;
  /** True when the revision in force forbids sending it, though peers of older revisions do. */
  readonly retired?: true;
}

const [, , , D, E] = PUBLISHED_REVISIONS;

/** What a code means from a revision on; without a key it is not defined there. `retired`: peers of older revisions send it, and it is forbidden. */
type Meaning = readonly [since: string, key?: ErrorKey, retired?: true];

/** The name of each code, and its meanings, the newest first. */
const CODES = new Map<number, readonly [name: string, ...history: readonly Meaning[]]>([
  [ErrorCode.ParseError, ['Parse error', ['', 'parse']]],
  [ErrorCode.InvalidRequest, ['Invalid Request', ['', 'invalidRequest']]],
  [ErrorCode.MethodNotFound, ['Method not found', ['', 'methodNotFound']]],
  [ErrorCode.InvalidParams, ['Invalid params', [E, 'invalidParamsPerRequest'], ['', 'invalidParams']]],
  [-32603, ['Internal error', ['', 'internal']]],
  [ErrorCode.ResourceNotFound, ['Resource not found', [E, 'resourceNotFoundRetired', true], ['', 'resourceNotFound']]],
  [
    ErrorCode.UrlElicitationRequired,
    ['URL elicitation required', [E, 'urlElicitationRetired', true], [D, 'urlElicitation']],
  ],
  [ErrorCode.HeaderMismatch, ['Header mismatch', [E, 'headerMismatch']]],
  [ErrorCode.MissingCapability, ['Missing required client capability', [E, 'missingCapability']]],
  [ErrorCode.UnsupportedVersion, ['Unsupported protocol version', [E, 'unsupportedVersion']]],
  [-1, ['Rejected by the user', [E], ['', 'rejected']]],
]);

/** What a number without a definition of its own means by the range it lies in. */
function rangeFacts(code: number, revision: string): ErrorFacts | undefined {
  if (code < -32768 || code > -32000) return undefined;
  if (code < -32099) return { code, name: 'Reserved by JSON-RPC', key: 'jsonRpcReserved' };
  if (revision < E) return { code, name: 'Server error', key: 'serverDefined' };
  return code >= -32019
    ? { code, name: 'Server error', key: 'serverDefinedLegacy' }
    : { code, name: 'Reserved by MCP', key: 'reserved' };
}

/** What an error code means in a revision, or the last that defines it. Undefined for non-codes and codes free for applications. */
export function errorFacts(code: unknown, revision?: string): ErrorFacts | undefined {
  if (typeof code !== 'number' || !Number.isInteger(code)) return undefined;
  const [name, ...history] = CODES.get(code) ?? [''];
  const [, key, retired] =
    history.find(([since, meaning, isRetired]) =>
      revision === undefined ? meaning !== undefined && isRetired === undefined : since <= revision,
    ) ?? [];
  if (key === undefined) return rangeFacts(code, revision ?? D);
  return { code, name, key, ...(retired ? { retired } : {}) };
}

/** Name of an error code that a specification defines, or undefined; any revision's name when none is given. */
export function errorCodeName(code: unknown, revision?: string): string | undefined {
  const facts = errorFacts(code, revision);
  return facts?.name === CODES.get(Number(code))?.[0] ? facts?.name : undefined;
}
