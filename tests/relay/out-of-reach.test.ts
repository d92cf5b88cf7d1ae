/** Addresses of authorization that a server elsewhere names: those of this computer are not requested. */
import { describe, expect, test } from 'vitest';
import { Grants, HttpAuthorizer, OutOfReach, type AuthorizationSettings } from '#shared/authorization';
import type { EventBody } from '#shared/recording';
import { stepFetchBy } from '../../relay/authorization/index.ts';
import { relayFetch } from '../../relay/http/index.ts';
import { serve } from './support/serve.ts';

/** A server on this computer that counts what reaches it, as its authorization metadata. */
async function local(): Promise<{ readonly url: string; readonly port: string; readonly requests: string[] }> {
  const requests: string[] = [];
  const url = await serve((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    response.writeHead(404).end();
  });
  return { url, port: new URL(url).port, requests };
}

/** Every name is this computer, one of them in IPv6's words; and the names that were asked for. */
function resolver(): { readonly resolve: NonNullable<Parameters<typeof stepFetchBy>[0]>; readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    resolve: (name, _options, done) => {
      asked.push(name);
      done(null, [{ address: name === 'mapped.example' ? '::ffff:127.0.0.1' : '127.0.0.1', family: 4 }]);
    },
  };
}

const GET = { method: 'GET', headers: [] } as const;

describe('a step on behalf of a server elsewhere', () => {
  test.each(['meta.example', 'mapped.example'])('is not made when %s resolves to this computer', async (name) => {
    const { port, requests } = await local();
    const { resolve, asked } = resolver();
    const step = stepFetchBy(resolve)(`http://${name}:${port}/`, { ...GET, server: 'https://mcp.example/mcp' });
    await expect(step).rejects.toThrow(OutOfReach);
    await expect(step).rejects.toThrow(name);
    expect(asked).toEqual([name]);
    expect(requests).toEqual([]);
  });

  test('looks at the address that is connected to, not at one that was looked up before', async () => {
    const { port, requests } = await local();
    const { resolve } = resolver();
    // The name was in use, on a connection that is still open.
    const unguarded = await stepFetchBy(resolve)(`http://localhost:${port}/`, GET);
    expect(unguarded.status).toBe(404);
    for (const name of ['localhost', '127.0.0.1', '[::1]', '2130706433'])
      await expect(
        stepFetchBy(resolve)(`http://${name}:${port}/`, { ...GET, server: 'https://mcp.example/' }),
      ).rejects.toThrow(OutOfReach);
    expect(requests).toHaveLength(1);
  });

  test('is made when the name resolves to where the server is, or when a person allowed any address', async () => {
    const { port, requests } = await local();
    const { resolve } = resolver();
    const fetch = stepFetchBy(resolve);
    await expect(
      fetch(`http://127.0.0.1:${port}/`, { ...GET, server: `http://127.0.0.1:1/mcp` }),
    ).resolves.toBeTruthy();
    await expect(fetch(`http://127.0.0.1:${port}/`, GET)).resolves.toMatchObject({ status: 404 });
    expect(requests).toHaveLength(2);
  });
});

describe('authorization', () => {
  /** Have a server's 401 answered, with this challenge; gives what was recorded. */
  async function refusedBy(
    server: string,
    metadata: string,
    settings: AuthorizationSettings = {},
  ): Promise<readonly EventBody[]> {
    const events: EventBody[] = [];
    const authorizer = new HttpAuthorizer({
      settings,
      headers: [],
      // Nothing leaves this computer, whatever the test finds.
      fetch: (url, step) =>
        url.startsWith('http://127.0.0.1:') ? stepFetchBy()(url, step) : Promise.reject(new Error('not here')),
      redirectUri: 'http://127.0.0.1:1/authorized',
      redirect: () => Promise.resolve(undefined),
      grants: new Grants(),
      clientName: 'test',
    });
    const challenge: [string, string] = ['WWW-Authenticate', `Bearer resource_metadata="${metadata}"`];
    await authorizer.authorize({ url: server, status: 401, headers: [challenge] }, (bodies) => events.push(...bodies));
    return events;
  }
  const failure = (events: readonly EventBody[]): string | undefined =>
    events.flatMap((event) => (event.k === 'connection' && event.reason === 'failed' ? [event.detail ?? ''] : []))[0];

  test('of a server elsewhere ends at metadata on this computer, with the address and nothing sent', async () => {
    const { url, requests } = await local();
    const events = await refusedBy('https://192.0.2.1/mcp', `${url}/meta`);
    expect(failure(events)).toMatch(/^out-of-reach: 127\.0\.0\.1 is in this computer/);
    expect(events).toContainEqual(expect.objectContaining({ k: 'http', phase: 'end', by: 'client' }));
    expect(requests).toEqual([]);
  });

  test('goes there when a person allowed it', async () => {
    const { url, requests } = await local();
    await refusedBy('http://192.0.2.1/mcp', `${url}/meta`, { anyAddress: true });
    expect(requests).toEqual(['GET /meta']);
  });

  test('of a server on this computer goes there unasked', async () => {
    const { url, requests } = await local();
    const mcp = await serve((_request, response) => void response.writeHead(401).end());
    await relayFetch(`${mcp}/mcp`, { method: 'GET', headers: [], signal: new AbortController().signal });
    await refusedBy(`${mcp}/mcp`, `${url}/meta`);
    expect(requests[0]).toBe('GET /meta');
  });
});
