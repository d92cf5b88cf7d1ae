import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { operationsOf } from 'mcp-lifeline/recording';
import { test } from 'mcp-lifeline/vitest';
import { expect } from 'vitest';
import { toolsOf } from './client.ts';

const server = { command: ['node', 'server.mjs'], cwd: '.', env: { GREETING: process.env['GREETING'] ?? 'Hello' } };

test('the server is as it was', async ({ lifeline }) => {
  const recording = await lifeline.record(server, { exercise: true });
  await expect(recording).toMatchRecording('calls.mcprec');
});

test('what was recorded comes out again', async ({ lifeline }) => {
  const again = await lifeline.rerun('calls.mcprec', server);
  await expect(again).toMatchRecording('calls.mcprec');
  expect(again.header.test).toBe('what was recorded comes out again');
  expect(operationsOf(again)).toContainEqual(
    expect.objectContaining({ method: 'tools/call', name: 'greet', outcome: 'result', ms: expect.any(Number) }),
  );
});

test('a client speaks with the recorded server', async ({ lifeline }) => {
  expect(await toolsOf(new URL('calls.mcprec', import.meta.url).pathname)).toEqual(['greet', 'greet']);
  const mock = await lifeline.mock('calls.mcprec');
  const { url } = await mock.listen();
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['greet']);
  await expect(client.callTool({ name: 'unknown' })).rejects.toThrow('greet');
  await client.close();
  expect(mock.unmatched).toMatchObject([{ method: 'tools/call', params: { name: 'unknown' } }]);
  expect(mock.unused).toMatchObject([{ method: 'tools/call', params: { name: 'greet' } }]);
});

test('what may change something is not run again by itself', async ({ lifeline }) => {
  const risky = { ...server, env: { ...server.env, READ_ONLY: 'no' } };
  await expect(lifeline.rerun('calls.mcprec', risky)).rejects.toThrow(/tools\/call greet.*\{ yes: true \}/);
  const run = await lifeline.rerun('calls.mcprec', risky, { readOnly: true });
  expect(operationsOf(run).some(({ method }) => method === 'tools/call')).toBe(false);
});

test('no session, no recording', async ({ lifeline }) => {
  await expect(lifeline.record(['no-such-command-anywhere'])).rejects.toThrow('Couldn’t connect');
  await expect(lifeline.rerun('calls.mcprec', ['no-such-command-anywhere'])).rejects.toThrow('Couldn’t connect');
});
