/** Raw exchanges beside the bare server: bytes pass a tap over HTTP as they are but for `Host`, or it refuses them in words; both are recorded. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readRecorded, type WireEvent } from '#shared/recording';
import type { TapOrders } from '#shared/tap';
import { Copies } from '../../relay/tap/stdio/copies.ts';
import { ArmedProxy } from '../../relay/tap/http/armed.ts';
import type { From, HttpCopy, HttpHappened } from '../../relay/tap/http/copy.ts';
import { serveTap } from '../../relay/tap/http/serve-tap.ts';
import { TappedExchanges } from '../../relay/tap/http/tapped-exchanges.ts';
import { Target } from '../../relay/tap/http/target.ts';
import { newSeen } from '../../relay/tap/stdio/copy.ts';
import { RAW_CASES } from './support/raw-cases.ts';
import { rawClient, rawServer, type Got, type RawCase } from './support/raw-http.ts';
import { temporaryFolder } from './support/relay.ts';

/** A tap in this process; `events` ends it and gives all that it recorded. */
async function tapOf(
  server: string,
  orders?: TapOrders,
): Promise<{ readonly host: string; readonly events: () => Promise<readonly WireEvent[]> }> {
  const out = temporaryFolder();
  const to = `http://${server}/mcp`;
  const seen = newSeen();
  const start = {
    seen,
    before: 0,
    began: 0n,
    startedAt: new Date().toISOString(),
    to,
    out,
    spool: join(out, '.taps', 'one'),
  };
  const exchanges = new TappedExchanges(start, () => 0);
  const copies = new Copies<From, HttpHappened>(
    { postMessage: (copy: HttpCopy) => exchanges.take(copy) },
    seen,
    () => 0,
  );
  const target = new Target(to, {});
  const armed = new ArmedProxy(target, copies, orders);
  const tap = await serveTap(0, armed, []);
  onTestFinished(() => tap?.close());
  const events = async (): Promise<readonly WireEvent[]> => {
    await tap?.close();
    await exchanges.end();
    return readdirSync(out).flatMap(
      (name) => readRecorded(readFileSync(join(out, name), 'utf8')).recorded?.events ?? [],
    );
  };
  return { host: `127.0.0.1:${tap?.port}`, events };
}

/** The same without what frames its chunks. */
const unframed = ({ client, server }: Seen): Seen => ({
  client: { ...client, text: client.text.replace(/\r\n[\da-f]+(?:;x)?\r\n/g, '') },
  server,
});

interface Seen {
  readonly client: Got;
  readonly server: Got;
}

/** What both sides get of a case; through a tap, what they got without it is waited for. */
async function seen(
  { client: steps }: RawCase,
  { host, server, like }: { readonly host: string; readonly server: Got; readonly like?: Seen },
): Promise<Seen> {
  const { socket, got, done } = await rawClient(host, steps);
  onTestFinished(() => void socket.destroy());
  await done;
  const so = (): Seen => ({ client: { ...got }, server: { ...server } });
  if (like)
    await expect
      .poll(so, { timeout: 3000 })
      .toEqual(like)
      .catch(() => undefined);
  return so();
}

/** What is judged goes on as it is, where nothing is to be done with it. */
const TAPS = [
  ['as it is', undefined],
  ['armed', { breakpoints: [], rules: [{ name: 'never', when: 'method:never', act: { do: 'drop' } }], limit: 0 }],
] as const satisfies readonly (readonly [string, TapOrders | undefined])[];

describe.each(TAPS)('%s', (_how, orders) => {
  test.each(RAW_CASES)(
    '%s',
    async (_name, raw) => {
      const server = await rawServer();
      const tap = await tapOf(server.host, orders);
      if (raw.refused !== undefined) {
        const got = await seen(raw, { host: tap.host, server: server.expect(raw.server) });
        expect(got.server.text).toBe('');
        expect(got.client.text).toMatch(
          new RegExp(`^HTTP/1\\.1 ${raw.refused} [^]*\\r\\n\\r\\nmcp-lifeline tap: .+\\n$`),
        );
        expect(await tap.events()).toContainEqual(expect.objectContaining({ k: 'connection', reason: 'tap-refused' }));
        return;
      }
      const bare = await seen(raw, { host: server.host, server: server.expect(raw.server) });
      const tapped = await seen(raw, { host: tap.host, server: server.expect(raw.server), like: bare });
      if (raw.isFramedAnew && orders) expect(unframed(tapped)).toEqual(unframed(bare));
      else expect(tapped).toEqual(bare);
      const events = await tap.events();
      const phases = events.flatMap((event) => (event.k === 'http' ? [event.phase] : []));
      const asked = phases.filter((phase) => phase === 'request').length;
      expect(asked).toBeGreaterThan(0);
      expect(phases.filter((phase) => phase === 'end')).toHaveLength(asked);
    },
    20_000,
  );
});

test.each([
  ['a head of more than 1 MiB', 431, `X: ${'x'.repeat(1_100_000)}\r\n`],
  ['a head of more than 1 MiB that does not end', 431, `X: ${'x'.repeat(1_100_000)}`],
  ['a head with another Host', 403, ''],
] as const)('%s is refused on a connection that has a server, too', async (_name, status, more) => {
  const server = await rawServer();
  const tap = await tapOf(server.host);
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
  const got = server.expect([/\r\n\r\n/, text]);
  const end = more === '' || more.endsWith('\n') ? '\r\n' : '';
  const { socket, ...client } = await rawClient(tap.host, [
    'GET /a HTTP/1.1\r\nHost: HOST\r\n\r\n',
    /ok$/,
    `GET /b HTTP/1.1\r\nHost: evil.example\r\n${more}${end}`,
    /(?!)/,
  ]);
  onTestFinished(() => void socket.destroy());
  await client.done;
  expect(got.text).toBe(`GET /a HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`);
  expect(client.got.text).toMatch(new RegExp(`ok.*HTTP/1\\.1 ${status} [^]*\\r\\n\\r\\nmcp-lifeline tap: .+\\n$`));
  const events = await tap.events();
  expect(events).toContainEqual(
    expect.objectContaining({ k: 'http', phase: 'request', url: `http://${server.host}/b` }),
  );
  expect(events).toContainEqual(expect.objectContaining({ k: 'connection', reason: 'tap-refused' }));
});
