/** The dialog that puts taps before the servers of hosts: chosen, shown, written, and taken back. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLifeline, useBrowser } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

const DESKTOP = '.config/Claude/claude_desktop_config.json';
const FILES = {
  [DESKTOP]: `{
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "files"], "env": { "TOKEN": "s3cret" } },
    "weather": { "command": "weather" },
    "web": { "url": "https://x.test" }
  }
}
`,
  '.codex/config.toml': '[mcp_servers.docs]\ncommand = "docs"\n',
  '.cursor/mcp.json': '{ "mcpServers": ',
};

let home = '';
let relay: RelayProcess;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'lifeline-hosts-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  relay = await startRelayProcess([], undefined, { HOME: home, XDG_CONFIG_HOME: '' });
});
afterAll(async () => {
  await relay.remove();
  rmSync(home, { recursive: true, force: true });
});

test('servers are chosen by boxes, the difference is shown, written, and taken back to the byte', async () => {
  const lifeline = await openLifeline(relay.url);
  const { page } = lifeline;
  const read = (): string => readFileSync(join(home, DESKTOP), 'utf8');
  await page.getByRole('button', { name: 'Tap hosts…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tap hosts' });
  const box = (name: string) => dialog.getByRole('checkbox', { name });
  const write = dialog.getByRole('button', { name: 'Write changes' });
  await expect.poll(() => box('Tap web of Claude Desktop').isDisabled()).toBe(true);
  expect(await dialog.getByText('~/.cursor/mcp.json can’t be parsed').count()).toBe(1);
  expect(await write.isDisabled()).toBe(true);

  await box('Tap files of Claude Desktop').check();
  const changes = dialog.getByRole('group', { name: /^Changes to/ });
  await expect.poll(() => changes.first().textContent()).toContain('"tap", "--name", "files", "--", "npx", "-y"');
  expect(await changes.first().textContent()).not.toContain('s3cret');
  await box('Tap docs of Codex').check();
  await expect.poll(() => changes.last().textContent()).toContain('"tap", "--name", "docs", "--", "docs"');
  expect(await dialog.getByRole('status').textContent()).toBe('2 servers will change');
  await lifeline.expectAccessible();
  expect(read()).toBe(FILES[DESKTOP]);
  await write.click();
  await expect.poll(() => dialog.getByRole('status').textContent()).toContain('Restart Claude Desktop, Codex');
  expect(await box('Tap files of Claude Desktop').isChecked()).toBe(true);
  expect(read()).toContain('"--", "npx", "-y", "files"');

  // All of a file and back again is no change.
  const all = box(`All servers of Claude Desktop in ~/${DESKTOP}`);
  await all.click();
  await expect.poll(() => dialog.getByRole('status').textContent()).toBe('1 server will change');
  await all.click();
  await expect.poll(() => changes.first().textContent()).toContain('-    "files": { "command"');
  await write.click();
  await expect.poll(read).toBe(FILES[DESKTOP]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(() => dialog.count()).toBe(0);
  await lifeline.close();
});
