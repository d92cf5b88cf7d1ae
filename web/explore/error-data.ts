/** Parses the `data` of JSON-RPC errors whose shape the MCP specification defines. */
import { defined } from '#shared/base';
import { isObject, textMember } from '#shared/jsonrpc';

export interface ErrorData {
  /** -32022: the protocol versions that the server supports, and the version that the request asked for. */
  readonly supported?: readonly string[];
  readonly requested?: string;
  /** -32021: dotted paths of the client capabilities that the request lacks. */
  readonly requiredCapabilities?: readonly string[];
  /** -32042: URLs that the user must open before the request can succeed (2025-11-25, client/elicitation). */
  readonly elicitations?: readonly Elicitation[];
  /** -32002, from 2026-07-28 on -32602: the URI of the resource that does not exist. */
  readonly uri?: string;
}
export interface Elicitation {
  readonly url: string;
  readonly message?: string;
  readonly elicitationId?: string;
}

/** Capabilities that nest deeper are named by the path down to here. */
const MAX_DEPTH = 8;
const arrayOrUndefined = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);

/** Accepts the `data` of any error. Members of a wrong type are omitted. Never throws. */
export function errorData(code: unknown, data: unknown): ErrorData {
  if (!isObject(data)) return {};
  const { supported, requiredCapabilities, elicitations } = data;
  return defined({
    supported: arrayOrUndefined(supported)?.filter((each) => typeof each === 'string'),
    requested: textMember(data, 'requested'),
    requiredCapabilities: isObject(requiredCapabilities) ? capabilityPaths(requiredCapabilities) : undefined,
    elicitations: arrayOrUndefined(elicitations)?.flatMap(parseElicitation),
    uri: code === -32002 || code === -32602 ? textMember(data, 'uri') : undefined,
  });
}

/** None without a `url`. */
function parseElicitation(value: unknown): Elicitation[] {
  const url = textMember(value, 'url');
  const [message, elicitationId] = [textMember(value, 'message'), textMember(value, 'elicitationId')];
  return url === undefined ? [] : [{ url, ...defined({ message, elicitationId }) }];
}

/**
 * The dotted paths of the leaves of a capabilities object: `elicitation.url`, `extensions.io.example/x`. A leaf `false`
 * is omitted.
 */
export function capabilityPaths(value: { readonly [name: string]: unknown }, prefix = '', depth = 0): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    if (depth >= MAX_DEPTH || !isObject(inner)) return inner === false ? [] : [path];
    const nested = capabilityPaths(inner, path, depth + 1);
    return nested.length > 0 ? nested : [path];
  });
}
