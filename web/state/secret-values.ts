/** A connection's values of variables and headers, taken out of it for keeping elsewhere and put back. */
import { isObject } from '#shared/jsonrpc';
import type { ConnectSpec } from '#shared/relay-protocol';

/** The connection with the names alone. */
export function namesOnly<Spec extends ConnectSpec>(spec: Spec): Spec {
  return spec.transport === 'stdio'
    ? { ...spec, env: Object.fromEntries(Object.keys(spec.env).map((name) => [name, ''])) }
    : { ...spec, headers: spec.headers.map(([name]) => [name, '']) };
}

/** The values as one text; undefined when there is nothing to hide. */
export function valuesOf(spec: ConnectSpec): string | undefined {
  const values = spec.transport === 'stdio' ? Object.values(spec.env) : spec.headers.map(([, value]) => value);
  if (values.every((value) => value === '')) return undefined;
  return JSON.stringify(spec.transport === 'stdio' ? { env: spec.env } : { headers: spec.headers });
}

/** The connection with the values in `text` that belong to its names; the others stay as they are. */
export function withValues<Spec extends ConnectSpec>(spec: Spec, text: string | undefined): Spec {
  const kept: unknown = text === undefined ? undefined : parsed(text);
  if (!isObject(kept)) return spec;
  if (spec.transport === 'stdio') {
    const { env } = kept;
    if (!isObject(env)) return spec;
    const entries = Object.entries(spec.env);
    return { ...spec, env: Object.fromEntries(entries.map(([name, value]) => [name, textOr(env[name], value)])) };
  }
  const { headers } = kept;
  if (!Array.isArray(headers)) return spec;
  return {
    ...spec,
    headers: spec.headers.map(([name, value], at) => {
      const pair: unknown = headers[at];
      return [name, Array.isArray(pair) && pair[0] === name ? textOr(pair[1], value) : value];
    }),
  };
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
