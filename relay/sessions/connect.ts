/** What a page asks to be connected to, as a transport and as a recording's header describes it. */
import { basename } from 'node:path';
import type { Connection } from '#shared/recording';
import type { ConnectSpec, HttpSpec } from '#shared/relay-protocol';
import { StreamableHttp, type OpenTransport } from '#shared/transport';
import { explainFetch, relayFetch } from '../http/index.ts';
import { PROGRAM } from '../program.ts';
import { StdioTransport, type StdioTimes } from '../stdio/index.ts';

/** How to make the transport for `spec`. */
export function transportFor(spec: ConnectSpec, times: Partial<StdioTimes>): OpenTransport {
  return spec.transport === 'stdio'
    ? (emit) => new StdioTransport(spec, emit, times)
    : (emit) =>
        new StreamableHttp({ url: spec.url, headers: withAgent(spec), fetch: relayFetch, explain: explainFetch }, emit);
}

/** Some servers turn away a client without a name. */
function withAgent({ headers }: HttpSpec): HttpSpec['headers'] {
  if (headers.some(([name]) => name.toLowerCase() === 'user-agent')) return headers;
  return [...headers, ['User-Agent', `${PROGRAM.name}/${PROGRAM.version}`]];
}

/** The connection as the header names it: names of variables and headers, never their values. */
export function describe(spec: ConnectSpec): Connection {
  if (spec.transport === 'streamable-http') {
    const headerNames = spec.headers.map(([name]) => name);
    return { transport: spec.transport, url: spec.url, ...(headerNames.length > 0 ? { headerNames } : {}) };
  }
  const { transport, command, args, cwd } = spec;
  const envKeys = Object.keys(spec.env);
  return {
    transport,
    command,
    args,
    ...(cwd === undefined ? {} : { cwd }),
    ...(envKeys.length > 0 ? { envKeys } : {}),
  };
}

/** A title for a session that nobody named. */
export function titleOf(spec: ConnectSpec): string {
  if (spec.transport === 'streamable-http') return URL.canParse(spec.url) ? new URL(spec.url).host : spec.url;
  return [basename(spec.command), ...spec.args.map((arg) => basename(arg))].join(' ').slice(0, 80);
}
