/** What a run connects to: the recorded server, as far as a recording knows it, or another that was connected to before. */
import { DEFAULT_POLICY } from '#shared/driver';
import type { RecordingHeader } from '#shared/recording';
import type { ConnectSpec } from '#shared/relay-protocol';
import { isSameTarget, type SavedServer } from '../session/servers.svelte.ts';

export interface Target {
  readonly server: SavedServer;
  /** Names of variables or headers whose values nobody here knows. */
  readonly missing: readonly string[];
}

/** The recorded server as the connect form knows one; values of variables and headers are those of a saved server. */
export function recordedTarget({ connection, title, route }: RecordingHeader, saved: readonly SavedServer[]): Target {
  const known = saved.find(({ spec }) => isSameTarget(spec, connection));
  const name = title;
  const policy = known?.policy ?? DEFAULT_POLICY;
  if (connection.transport === 'stdio') {
    const { command, args, cwd, envKeys = [] } = connection;
    const values = new Map(known?.spec.transport === 'stdio' ? Object.entries(known.spec.env) : []);
    const env = Object.fromEntries(envKeys.map((key) => [key, values.get(key) ?? '']));
    const spec = { transport: 'stdio' as const, command, args, env, ...(cwd === undefined ? {} : { cwd }) };
    return { server: { name, spec, route: 'relay', policy }, missing: envKeys.filter((key) => !values.has(key)) };
  }
  const { url, headerNames = [] } = connection;
  const spec = known?.spec.transport === 'streamable-http' ? known.spec : undefined;
  const values = new Map(spec?.headers.map(([key, value]) => [key.toLowerCase(), value]));
  const headers = headerNames.map((key) => [key, values.get(key.toLowerCase()) ?? ''] as const);
  const server: SavedServer = {
    name,
    route: known?.route ?? (route === 'direct' ? 'direct' : 'relay'),
    policy,
    spec: {
      transport: 'streamable-http',
      url,
      headers,
      ...(spec?.authorization ? { authorization: spec.authorization } : {}),
    },
  };
  return { server, missing: headerNames.filter((key) => !values.has(key.toLowerCase())) };
}

/** True for a server that the person has connected to before, by a form or a configuration: no file can name another by it. */
export function isKnown(spec: ConnectSpec, saved: readonly SavedServer[]): boolean {
  return saved.some((each) => isSameTarget(each.spec, spec));
}
