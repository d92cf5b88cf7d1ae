/** `mcp-lifeline record` against a protected server. */
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { startOAuth, type RunningServer } from '../fixtures/start.ts';
import { eventually } from '../relay/support/page.ts';
import { recordingUnder, recordJson, startRecord } from './support/recorded.ts';

/** What must not stand in any recording: codes and tokens of the fixture, and the secret of its registered client. */
const SECRETS = /\b(?:code|at|rt)-[\w-]{8,}|pre-secret/;

async function oauth(switches: { readonly [name: string]: string } = {}): Promise<RunningServer> {
  const running = await startOAuth(switches);
  onTestFinished(() => running.close());
  return running;
}

test('a server that consents by itself needs nobody, and a wider scope is asked for when it is needed', async () => {
  const { url } = await oauth({ auto: 'yes' });
  const { code, printed } = await recordJson(['--exercise', '--yes', url]);
  expect(printed.steps.map(({ about, outcome }) => [about, outcome])).toEqual([
    ['whoami', 'result'],
    ['admin', 'result'],
  ]);
  expect(code).toBe(0);
  const text = readFileSync(printed.recording, 'utf8');
  expect(text).toContain('‹access_token:');
  expect(text).not.toMatch(SECRETS);
});

test('a person who must consent is given the address, and the program goes on when they have', async () => {
  const { url } = await oauth();
  const recorded = startRecord(['--exercise', url]);
  const address = await eventually(() => /^http:\/\/\S+\/authorize\S+$/m.exec(recorded.output())?.[0]);
  // From here on the consent page redirects at once, as after a click.
  await fetch(new URL('/_switch', url), { method: 'POST', body: '{"auto":"yes"}' });
  const page = await fetch(address);
  expect({ status: page.status, text: await page.text() }).toMatchObject({
    status: 200,
    text: expect.stringContaining('go back to the terminal'),
  });
  expect(await recorded.ended).toBe(0);
  expect(readFileSync(recordingUnder(recorded.home), 'utf8')).not.toMatch(SECRETS);
});

test('a client that was registered beforehand brings its secret in a variable', async () => {
  const { url } = await oauth({ auto: 'yes', registration: 'no' });
  const refused = await recordJson([url]);
  expect(refused.code).toBe(3);
  process.env['LIFELINE_TEST_SECRET'] = 'pre-secret';
  onTestFinished(() => void delete process.env['LIFELINE_TEST_SECRET']);
  const client = ['--client-id', 'pre-registered', '--client-secret-env', 'LIFELINE_TEST_SECRET'];
  const { code, printed } = await recordJson([...client, url]);
  expect(code).toBe(0);
  expect(readFileSync(printed.recording, 'utf8')).not.toMatch(SECRETS);
});

test('the conformance suite’s context is read only when asked for', async () => {
  const { url } = await oauth({ auto: 'yes', registration: 'no' });
  process.env['MCP_CONFORMANCE_CONTEXT'] = '{"client_id":"pre-registered","client_secret":"pre-secret"}';
  onTestFinished(() => void delete process.env['MCP_CONFORMANCE_CONTEXT']);
  expect((await recordJson([url])).code).toBe(3);
  expect((await recordJson(['--conformance-context', url])).code).toBe(0);
});
