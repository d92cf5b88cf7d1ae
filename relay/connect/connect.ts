/** What a page asks to be connected to, as a transport and as a recording's header describes it. */
import { defined } from '#shared/base';
import { type Grants, HttpAuthorizer, type KeptGrants } from '#shared/authorization';
import type { Connection, Via } from '#shared/recording';
import type { ConnectSpec, HttpSpec } from '#shared/relay-protocol';
import { StreamableHttp, type OpenTransport } from '#shared/transport';
import { asJwk, stepFetchBy } from '../authorization/index.ts';
import { failureOf, placeOf, relayFetchBy, NetworkRoute } from '../http/index.ts';
import { PROGRAM } from '../base/index.ts';
import { StdioTransport, type StdioOptions } from '../stdio/index.ts';

/** A process needs none of it. Throws a sentence when a file of the settings can't be used. */
export function routeTo(spec: ConnectSpec): NetworkRoute {
  return spec.transport === 'stdio'
    ? new NetworkRoute()
    : new NetworkRoute({ settings: spec.network, server: spec.url });
}

/** Makes a transport: `stdio` is for processes (`backpressure` slows HTTP too), `authorizer` and `road` for HTTP. */
export function transportFor(
  spec: ConnectSpec,
  stdio: StdioOptions,
  { authorizer, road }: { readonly authorizer?: HttpAuthorizer | undefined; readonly road: NetworkRoute },
): OpenTransport {
  if (spec.transport === 'stdio') return (emit) => new StdioTransport(spec, emit, stdio);
  const { url } = spec;
  const { backpressure } = stdio;
  const pause = backpressure ? { pause: backpressure } : {};
  const via = (address: string): Via => road.via(address);
  const options = { url, headers: withAgent(spec), explain: failureOf, via, ...pause };
  const fetch = relayFetchBy({ placeOf, road });
  return (emit) =>
    new StreamableHttp(
      authorizer
        ? { ...options, fetch: authorizer.watch(fetch), credentials: () => authorizer.credentials() }
        : { ...options, fetch },
      emit,
    );
}

/** Authorizes an HTTP session of a page at `origin`; `consent` waits for the person's answer. */
export function authorizerFor(
  { headers, authorization = {} }: HttpSpec,
  origin: string,
  { grants, kept, road }: { readonly grants: Grants; readonly kept: KeptGrants; readonly road: NetworkRoute },
  consent: () => Promise<string | undefined>,
): HttpAuthorizer {
  const { privateKey } = authorization;
  return new HttpAuthorizer({
    // As a JWK a key says what kind it is.
    settings:
      privateKey === undefined ? authorization : { ...authorization, privateKey: asJwk(privateKey) ?? privateKey },
    headers,
    fetch: stepFetchBy(undefined, road),
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
  return { transport, command, args, ...defined({ cwd }), ...(envKeys.length > 0 ? { envKeys } : {}) };
}
