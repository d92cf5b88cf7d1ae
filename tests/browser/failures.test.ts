/** Failures lead: what failed and why, in the server's own words, and what to do about it. A healthy session shows no red. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SDK_V2, startHttpMisbehave, STDIO_MISBEHAVE, type RunningServer } from '../fixtures/start.ts';
import { openLifeline, useBrowser } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

const folder = mkdtempSync(join(tmpdir(), 'lifeline-failures-'));
const running: RunningServer[] = [];
let relay: RelayProcess;
beforeAll(async () => {
  relay = await startRelayProcess();
});
afterAll(async () => {
  await Promise.all([relay.remove(), ...running.map((server) => server.close())]);
  rmSync(folder, { recursive: true, force: true });
});

/** A server of these lines, as a command. */
function script(name: string, ...lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.join('\n'));
  return `"${process.execPath}" "${path}"`;
}
const command = (path: string, args: string): string => `"${process.execPath}" "${path}" ${args}`;

/** Needs a variable, as many servers do. */
const keyless = (): string =>
  script(
    'keyless.mjs',
    `console.error('Starting up');`,
    `if (!process.env.WEATHER_API_KEY) throw new Error('WEATHER_API_KEY is required');`,
  );
/** Speaks one old version, and says so in words only. */
const old = (): string =>
  script(
    'old.mjs',
    `import { createInterface } from 'node:readline';`,
    `const say = (id, more) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...more }));`,
    `createInterface({ input: process.stdin }).on('line', (line) => {`,
    `  const { id, method, params } = JSON.parse(line);`,
    `  if (id === undefined) return;`,
    `  if (method !== 'initialize') return say(id, { error: { code: -32601, message: 'Method not found' } });`,
    `  const { protocolVersion } = params;`,
    `  if (protocolVersion !== '2025-03-26')`,
    `    return say(id, { error: { code: -32602, message: 'Unsupported version, use 2025-03-26' } });`,
    `  say(id, { result: { protocolVersion, capabilities: {}, serverInfo: { name: 'old', version: '1' } } });`,
    `});`,
  );

test('a crash is quoted, and the variable that it names is one click away', async () => {
  const page = await openLifeline(relay.url);
  await page.connectStdio(keyless());
  await page.problem.getByText('The server exited with code 1').waitFor();
  await page.problem.getByText('Error: WEATHER_API_KEY is required').waitFor();
  await page.problem.getByRole('button', { name: 'Show in diagram' }).click();
  await page.details.getByText('WEATHER_API_KEY is required').first().waitFor();
  await page.expectAccessible();
  await page.problem.getByRole('button', { name: 'Add WEATHER_API_KEY' }).click();
  await expect
    .poll(() => page.page.getByRole('textbox', { name: 'Environment' }).inputValue())
    .toBe('WEATHER_API_KEY=');

  // Nothing is known yet of a server that is slow to start, but for how long.
  await page.connectStdio(command(STDIO_MISBEHAVE, 'silent'));
  await page.page
    .getByRole('region', { name: 'No response yet' })
    .getByText(/^(server\/discover|initialize) sent \d+ s ago, no answer/)
    .waitFor();

  // The tab and the status line say the same: the session is not simply connected, without problems.
  await page.status.getByText(/^(server\/discover|initialize) sent \d+ s ago, no answer$/).waitFor();
  await page.status.getByText('No response yet', { exact: true }).waitFor();
  expect(await page.status.getByText('No problems').count()).toBe(0);
  await page.page
    .getByRole('navigation', { name: 'Sessions' })
    .getByRole('button', { name: /sent \d+ s ago, no answer/ })
    .waitFor();
  await page.expectAccessible();

  // A version that the server names, in words only, is a button.
  await page.connectStdio(old());
  await page.problem.getByText('Protocol version not supported').waitFor();
  await page.problem.getByRole('button', { name: 'Connect with 2025-03-26' }).click();
  await page.page.getByText('No problems').waitFor();
  await page.operating();
  await page.close();
});

test('a server that never answers initialize: that the time is over is told, and not what else it might have been', async () => {
  const page = await openLifeline(relay.url);
  await page.page.getByText('Advanced: timeouts').click();
  await page.page.getByRole('textbox', { name: 'server/discover probe' }).fill('0.1');
  await page.page.getByRole('textbox', { name: 'No response for' }).fill('3');
  await page.connectStdio(command(STDIO_MISBEHAVE, 'silent'));
  await page.status.getByText(/^initialize sent \d+ s ago/).waitFor();
  await page.problem.getByText('The server did not respond within the time limit.').waitFor();
  expect(await page.page.getByText('or the connection closed').count()).toBe(0);
  await page.close();
});

test('the server of a session is found by what it was, not by its title', async () => {
  const page = await openLifeline(relay.url);
  const brief = script(
    'brief.mjs',
    `import { createInterface } from 'node:readline';`,
    `const say = (id, more) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...more }));`,
    `createInterface({ input: process.stdin }).on('line', (line) => {`,
    `  const { id, method, params } = JSON.parse(line);`,
    `  if (method === 'notifications/initialized') throw new Error('that was all');`,
    `  if (method !== 'initialize') return say(id, { error: { code: -32601, message: 'Method not found' } });`,
    `  const { protocolVersion } = params;`,
    `  say(id, { result: { protocolVersion, capabilities: {}, serverInfo: { name: 'brief', version: '1' } } });`,
    `});`,
  );
  const named = async (line: string): Promise<void> => {
    await page.newConnection();
    await page.page.getByRole('textbox', { name: 'Name', exact: true }).fill('mine');
    await page.connectStdio(line);
  };
  await named(brief);
  await page.problem.getByText('Error: that was all').waitFor();
  await page.problem.getByRole('button', { name: 'Edit server' }).waitFor();
  await named(command(SDK_V2, '--mode legacy'));
  await page.operating();
  await page.page.getByRole('navigation', { name: 'Sessions' }).getByRole('button', { name: /^mine/ }).first().click();
  await page.problem.getByText('Error: that was all').waitFor();
  expect(await page.problem.getByRole('button', { name: 'Edit server' }).count()).toBe(0);
  await page.close();
});

test('a URL without an MCP endpoint; what went wrong is a list that leads to each event', async () => {
  const server = await startHttpMisbehave('html');
  running.push(server);
  const page = await openLifeline(relay.url);
  await page.page.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true });
  const url = page.page.getByRole('textbox', { name: 'URL' });
  await url.fill(server.url.replace('http://', ''));
  await page.page.getByRole('button', { name: `Use ${server.url}` }).click();
  await expect.poll(() => url.inputValue()).toBe(server.url);
  await page.page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.problem.getByText('A web page instead of MCP').waitFor();
  await page.problem.getByText('Sign in').waitFor();
  await page.status.getByRole('button', { name: /^(\d+ findings? · )?\d+ (findings|errors)?/ }).click();
  const list = page.page.getByRole('dialog', { name: 'Problems' }).getByRole('listbox', { name: 'Problems' });
  await list.getByRole('option').first().waitFor();
  await page.expectAccessible();
  await list.focus();
  await page.page.keyboard.press('ArrowDown');
  await expect.poll(() => list.getByRole('option').first().getAttribute('aria-selected')).toBe('true');
  await page.details.getByRole('tab').first().waitFor();
  await list.getByRole('option', { name: /HTML/ }).first().click();
  await page.details.getByText('HTML instead of JSON').first().waitFor();
  await page.page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await page.close();
});

test('a healthy session shows no red', async () => {
  const page = await openLifeline(relay.url);
  await page.connectStdio(command(SDK_V2, '--mode legacy'));
  await page.operating();
  await page.status.getByText('No problems').waitFor();
  expect(
    await page.page.evaluate(() => {
      const probe = document.createElement('i');
      probe.style.color = 'var(--err)';
      document.body.append(probe);
      const red = getComputedStyle(probe).color;
      probe.remove();
      return [...document.querySelectorAll('body *')]
        .filter((element) => {
          const { color, backgroundColor, fill, stroke, borderLeftColor, borderLeftWidth } = getComputedStyle(element);
          const seen = element.getClientRects().length > 0;
          const border = borderLeftWidth === '0px' ? '' : borderLeftColor;
          return seen && [color, backgroundColor, fill, stroke, border].includes(red);
        })
        .map((element) => element.outerHTML.slice(0, 200));
    }),
  ).toEqual([]);
  await page.close();
});
