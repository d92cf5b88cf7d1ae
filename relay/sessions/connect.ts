/** What a page asks to be connected to, as a transport and as a recording's header describes it. */
import { createAuthorizer, type Grants, type HttpAuthorizer, type KeptGrants } from '#shared/authorization';
import type { Connection } from '#shared/recording';
import type { ConnectSpec, HttpSpec } from '#shared/relay-protocol';
import { StreamableHttp, type OpenTransport } from '#shared/transport';
import { asJwk, stepFetch } from '../authorization/index.ts';
import { explainFetch, relayFetch } from '../http/index.ts';
import { PROGRAM } from '../program.ts';
import { StdioTransport, type StdioOptions } from '../stdio/index.ts';

/**
 * How to make the transport for `spec`: `stdio` is for a process, whose `backpressure` slows an HTTP session too; `authorizer` is
 * that of an HTTP session.
 */
export function transportFor(
  spec: ConnectSpec,
  stdio: StdioOptions,
  authorizer: HttpAuthorizer | undefined,
): OpenTransport {
  if (spec.transport === 'stdio') return (emit) => new StdioTransport(spec, emit, stdio);
  const { url } = spec;
  const { backpressure } = stdio;
  const pause = backpressure ? { pause: backpressure } : {};
  const options = { url, headers: withAgent(spec), explain: explainFetch, ...pause };
  return (emit) =>
    new StreamableHttp(
      authorizer
        ? { ...options, fetch: authorizer.watch(relayFetch), credentials: () => authorizer.credentials() }
        : { ...options, fetch: relayFetch },
      emit,
    );
}

/** Gets an HTTP session of a page at `origin` authorized; `consent` waits for the person's answer. */
export function authorizerFor(
  { headers, authorization = {} }: HttpSpec,
  origin: string,
  grants: Grants,
  kept: KeptGrants,
  consent: () => Promise<string | undefined>,
): HttpAuthorizer {
  const { privateKey } = authorization;
  return createAuthorizer({
    // As a JWK a key says what kind it is.
    settings:
      privateKey === undefined ? authorization : { ...authorization, privateKey: asJwk(privateKey) ?? privateKey },
    headers,
    fetch: stepFetch,
    redirectUri: `${origin}/authorized`,
    redirect: consent,
    grants,
    kept,
    clientName: 'Lifeline',
  });
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
