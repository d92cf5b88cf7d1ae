/** What other programs of this machine see of the relay: its cookie, the arguments of processes, files. */
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { AddressFile, ownFolder, sweepAddressFiles, TOKEN_LIFE_MS } from '../../relay/access/index.ts';
import { openBrowser } from '../../relay/cli/browser.ts';
import type { Relay } from '../../relay/server/index.ts';
import { enter } from '../enter.mjs';
import { cookieOf, Page } from './support/page.ts';
import { temporaryFolder, testRelay } from './support/relay.ts';

/** The status with which the relay answers this handshake: 101 when it opens a socket. */
function handshake(relay: Relay, protocols: readonly string[], Cookie: string): Promise<number> {
  return new Promise((resolve) => {
    const { origin } = relay;
    const options = { origin, headers: { Cookie, 'X-Lifeline-Key': relay.secrets.cookie } };
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/socket`, [...protocols], options);
    socket.on('error', () => {});
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('open', () => {
      socket.terminate();
      resolve(101);
    });
  });
}

test('a program on another port that got the cookie can neither open the socket nor ask for anything', async () => {
  const relay = await testRelay();
  // What a browser sends to every port of localhost.
  const seen: string[] = [];
  const other = createServer((request, response) => {
    seen.push(request.headers.cookie ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await fetch(`http://127.0.0.1:${port}/`, { headers: { Cookie: cookieOf(relay) } });
  const [cookie = ''] = seen;
  expect(cookie).toBe(cookieOf(relay));

  for (const protocols of [[], ['lifeline'], ['lifeline', `key.${relay.secrets.cookie}`], ['lifeline', 'key.']])
    expect(await handshake(relay, protocols, cookie)).toBe(401);
  const { origin } = relay;
  for (const path of ['/api/sessions/x/recording', '/api/sessions/x/events/0/payload']) {
    const answer = await fetch(`${origin}${path}`, {
      headers: { Cookie: cookie, Origin: origin, 'X-Lifeline-Key': relay.secrets.cookie },
    });
    expect(answer.status).toBe(401);
  }
  expect(await handshake(relay, ['lifeline', `key.${relay.secrets.key}`], cookie)).toBe(101);
  await Page.connect(relay);
});

test('the browser is opened through a file of this person’s own: no argument holds the token', async () => {
  vi.stubEnv('CI', '');
  vi.stubEnv('DISPLAY', ':0');
  onTestFinished(() => void vi.unstubAllEnvs());
  const relay = await testRelay();
  const opened: string[] = [];
  await openBrowser(relay.addressFile(relay.url), async (...args) => {
    opened.push(...args);
    return { once: () => undefined };
  });
  const [path = ''] = opened;
  expect(opened).toHaveLength(1);
  expect(path).not.toContain(new URL(relay.url).hash.slice('#token='.length));
  expect(readFileSync(path, 'utf8')).toContain(`location.replace(${JSON.stringify(relay.url)})`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  expect(path.startsWith(relay.folder)).toBe(true);
  await enter(relay.url);
  expect(existsSync(path)).toBe(false);
});

test('the file goes with its relay, and when the token expires', async () => {
  const relay = await testRelay();
  const path = relay.addressFile(relay.newAddress());
  expect(existsSync(path)).toBe(true);
  await relay.close();
  expect(existsSync(path)).toBe(false);

  const folder = ownFolder(temporaryFolder());
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const file = new AddressFile(folder, 'http://localhost:1/#token=x');
  vi.advanceTimersByTime(TOKEN_LIFE_MS - 1);
  expect(existsSync(file.path)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(existsSync(file.path)).toBe(false);
});

test('what a crashed relay left is swept at the next start, and nothing else', async () => {
  const recordings = temporaryFolder();
  const folder = ownFolder(recordings);
  const current = new AddressFile(folder, 'http://localhost:1/#token=x').path;
  // No process has this number: it is more than any system gives.
  writeFileSync(join(folder, 'open-999999999-0a.html'), '');
  writeFileSync(join(folder, `open-${process.pid}-0b.html`), '');
  utimesSync(join(folder, `open-${process.pid}-0b.html`), 1, 1);
  writeFileSync(join(folder, 'values.json'), '{}');
  await testRelay({ folder: recordings });
  expect(readdirSync(folder).sort()).toEqual([current.slice(folder.length + 1), 'values.json'].sort());
  expect(() => sweepAddressFiles(join(folder, 'not', 'there'))).not.toThrow();
});
