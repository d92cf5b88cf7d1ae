/** The data of errors whose shape the specification gives, taken apart for reading. */
import { defined } from '#shared/base';
import { isObject, textMember } from '#shared/jsonrpc';

export interface ErrorData {
  /** -32022: the revisions the server speaks, and the one that was asked for. */
  readonly supported?: readonly string[];
  readonly requested?: string;
  /** -32021: dotted paths of capabilities that the request did not declare. */
  readonly requiredCapabilities?: readonly string[];
  /** -32042: pages to visit before the request can go on (2025-11-25, client/elicitation). */
  readonly elicitations?: readonly Elicitation[];
  readonly uri?: string;
}
export interface Elicitation {
  readonly url: string;
  readonly message?: string;
  readonly elicitationId?: string;
}

const MAX_DEPTH = 8;
const listOf = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);

/** Takes the `data` of any error; members of a wrong type are left out. Never throws. */
export function errorData(code: unknown, data: unknown): ErrorData {
  if (!isObject(data)) return {};
  const { supported, requiredCapabilities, elicitations } = data;
  return defined({
    supported: listOf(supported)?.filter((each) => typeof each === 'string'),
    requested: textMember(data, 'requested'),
    requiredCapabilities: isObject(requiredCapabilities) ? paths(requiredCapabilities) : undefined,
    elicitations: listOf(elicitations)?.flatMap(elicitation),
    uri: code === -32002 || code === -32602 ? textMember(data, 'uri') : undefined,
  });
}

function elicitation(value: unknown): Elicitation[] {
  const url = textMember(value, 'url');
  const [message, elicitationId] = [textMember(value, 'message'), textMember(value, 'elicitationId')];
  return url === undefined ? [] : [{ url, ...defined({ message, elicitationId }) }];
}

/** The dotted paths that an object of capabilities names: `elicitation.url`, `extensions.io.example/x`. */
export function paths(value: { readonly [name: string]: unknown }, prefix = '', depth = 0): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    if (depth >= MAX_DEPTH || !isObject(inner)) return inner === false ? [] : [path];
    const below = paths(inner, path, depth + 1);
    return below.length > 0 ? below : [path];
  });
}
