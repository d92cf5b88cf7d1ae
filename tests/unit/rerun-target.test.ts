/** What the page fills in as the target of a run, from a recording that holds no values of variables and headers. */
import { expect, test } from 'vitest';
import { DEFAULT_POLICY } from '#shared/driver';
import type { Connection, RecordingHeader } from '#shared/recording';
import type { ConnectSpec } from '#shared/relay-protocol';
import { isKnown, recordedTarget } from '../../web/rerun/target.ts';
import { HEADER } from './rerun-script.ts';

const headerOf = (connection: Connection, route: RecordingHeader['route'] = 'relay'): RecordingHeader => ({
  ...HEADER,
  route,
  connection,
});
const saved = (spec: ConnectSpec, route: 'direct' | 'relay' = 'relay') => [
  { name: 'mine', spec, route, policy: DEFAULT_POLICY },
];
const stdio: Connection = {
  transport: 'stdio',
  command: 'npx',
  args: ['server'],
  cwd: '/data',
  envKeys: ['KEY', 'LEVEL'],
};
const http: Connection = {
  transport: 'streamable-http',
  url: 'http://localhost:1/mcp',
  headerNames: ['Authorization'],
};

test('a process: its command and folder; values come from a saved server with the same command', () => {
  const bare = recordedTarget(
    headerOf(stdio),
    saved({ transport: 'stdio', command: 'npx', args: ['other'], env: { KEY: 'x' } }),
  );
  expect(bare.server.spec).toEqual({
    transport: 'stdio',
    command: 'npx',
    args: ['server'],
    cwd: '/data',
    env: { KEY: '', LEVEL: '' },
  });
  expect(bare.missing).toEqual(['KEY', 'LEVEL']);
  const known = recordedTarget(
    headerOf(stdio),
    saved({ transport: 'stdio', command: 'npx', args: ['server'], cwd: '/data', env: { KEY: 'k1', OTHER: 'o' } }),
  );
  expect(known.server.spec).toMatchObject({ env: { KEY: 'k1', LEVEL: '' } });
  expect(known.missing).toEqual(['LEVEL']);
});

test('a folder that the recording names makes it another program, which gets no values and is asked for', () => {
  const mine: ConnectSpec = { transport: 'stdio', command: 'npx', args: ['server'], env: { KEY: 'k1' } };
  expect(recordedTarget(headerOf(stdio), saved(mine)).missing).toEqual(['KEY', 'LEVEL']);
  expect(isKnown(recordedTarget(headerOf(stdio), []).server.spec, saved(mine))).toBe(false);
  expect(isKnown(mine, saved(mine))).toBe(true);
});

test('an address: its route as recorded, or as it was saved with values', () => {
  const bare = recordedTarget(headerOf(http, 'direct'), []);
  expect(bare).toMatchObject({ server: { route: 'direct' }, missing: ['Authorization'] });
  const spec: ConnectSpec = { transport: 'streamable-http', url: http.url, headers: [['authorization', 'Bearer t']] };
  const known = recordedTarget(headerOf(http, 'direct'), saved(spec, 'relay'));
  expect(known.server.route).toBe('relay');
  expect(known.server.spec).toMatchObject({ headers: [['Authorization', 'Bearer t']] });
  expect(known.missing).toEqual([]);
});

test('a server tapped between two others is reached by the relay', () => {
  expect(recordedTarget(headerOf(http, 'tap'), []).server.route).toBe('relay');
});
