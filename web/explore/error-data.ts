/** The data of errors whose shape the specification gives, taken apart for reading. */
import { defined } from '#shared/base';
import { isObject } from '#shared/jsonrpc';

export interface ErrorData {
  /** -32022: the revisions the server speaks, and the one that was asked for. */
  readonly supported?: readonly string[];
  readonly requested?: string;
  /** -32021: dotted paths of capabilities that the request did not declare. */
  readonly requiredCapabilities?: readonly string[];
  /** -32042: pages to visit before the request can go on (2025-11-25, client/elicitation). */
  readonly elicitations?: readonly Elicitation[];
  /** A missing resource. */
  readonly uri?: string;
}
export interface Elicitation {
  readonly url: string;
  readonly message?: string;
  readonly elicitationId?: string;
}

const DEEPEST = 8;
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Takes the `data` of any error; members of a wrong type are left out. Never throws. */
export function errorData(code: unknown, data: unknown): ErrorData {
  if (!isObject(data)) return {};
  const { supported, requested, requiredCapabilities, elicitations, uri } = data;
  return {
    ...(Array.isArray(supported)
      ? { supported: (supported as readonly unknown[]).filter((each) => typeof each === 'string') }
      : {}),
    ...(typeof requested === 'string' ? { requested } : {}),
    ...(isObject(requiredCapabilities) ? { requiredCapabilities: paths(requiredCapabilities) } : {}),
    ...(Array.isArray(elicitations) ? { elicitations: (elicitations as readonly unknown[]).flatMap(elicitation) } : {}),
    ...(typeof uri === 'string' && (code === -32002 || code === -32602) ? { uri } : {}),
  };
}

function elicitation(value: unknown): Elicitation[] {
  if (!isObject(value) || typeof value['url'] !== 'string') return [];
  const [message, elicitationId] = [text(value['message']), text(value['elicitationId'])];
  return [{ url: value['url'], ...defined({ message, elicitationId }) }];
}

/** The dotted paths that an object of capabilities names: `elicitation.url`, `extensions.io.example/x`. */
export function paths(value: { readonly [name: string]: unknown }, prefix = '', depth = 0): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    if (depth >= DEEPEST || !isObject(inner)) return inner === false ? [] : [path];
    const below = paths(inner, path, depth + 1);
    return below.length > 0 ? below : [path];
  });
}
