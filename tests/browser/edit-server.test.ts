/** A saved server that is edited: it stays one server, and what is known of it goes nowhere else. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpService } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess } from './relay-process.ts';

useBrowser();

const SECRET = 'Bearer of-the-saved-one';

/** A server at another origin, where nothing of the saved one may arrive, and what its requests had in all their headers. */
async function listener(): Promise<{ readonly url: string; readonly got: string[] }> {
  const got: string[] = [];
  const server = createServer((request, response) => {
    got.push(request.rawHeaders.join('\n'));
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, got };
}

/** The names in the list of servers. */
const listed = async (lifeline: Lifeline): Promise<(string | undefined)[]> => {
  const removers = (await lifeline.lists()).getByRole('button', { name: /^Remove / });
  return removers.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')?.replace('Remove ', '')));
};

test('a renamed server is in the list under its new name only; none of its headers goes to another origin', async () => {
  const service = await startHttpService({ args: ['--allow-headers', 'content-type,authorization'] });
  onTestFinished(() => service.close());
  const relay = await startRelayProcess();
  onTestFinished(() => relay.remove());
  const page = await openLifeline(relay.url);
  const form = page.page;
  const connect = form.getByRole('button', { name: 'Connect', exact: true });
  const nameField = form.getByRole('textbox', { name: /^Name/ });
  const headers = form.getByRole('textbox', { name: /^Headers/ });
  const edit = async (name: string): Promise<void> => {
    await page.lists();
    await form
      .getByRole('button', { name: new RegExp(`^${name} http relay`) })
      .first()
      .click();
    await form.getByRole('heading', { name: `Edit ${name}` }).waitFor();
  };

  await page.newConnection();
  await form.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true });
  await headers.fill(`Authorization: ${SECRET}`);
  await nameField.fill('first');
  await page.connectHttp(service.url, 'relay');
  await page.operating();
  await expect.poll(() => listed(page)).toEqual(['first']);

  // A name that is taken only when the server answers: until then the old entry stays.
  await edit('first');
  await nameField.fill('second');
  await connect.click();
  await page.operating();
  await expect.poll(() => listed(page)).toEqual(['second']);
  await edit('second');
  expect(await headers.inputValue()).toBe(`Authorization: ${SECRET}`);

  // An address that is pasted into “+” right after.
  const pasted = await listener();
  await page.newConnection();
  await form.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true });
  await form.getByRole('textbox', { name: /^URL/ }).focus();
  await form.keyboard.insertText(pasted.url);
  await connect.click();
  await expect.poll(() => pasted.got.length).toBeGreaterThan(0);

  // Another origin and another name in an edit are another server: the saved one stays.
  const typed = await listener();
  await edit('second');
  await form.getByRole('textbox', { name: /^URL/ }).fill(typed.url);
  await nameField.fill('third');
  await connect.click();
  await expect.poll(() => typed.got.length).toBeGreaterThan(0);
  expect(await listed(page)).toEqual(['second']);
  await page.close();

  // A configuration with a server of that name elsewhere, opened beside what is saved: nothing is known of it, and nothing offered.
  const configured = await listener();
  await relay.kill();
  const config = join(relay.home, 'mcp.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { second: { url: configured.url } } }));
  const again = await startRelayProcess(['--config', config], relay);
  onTestFinished(() => again.kill());
  const other = await openLifeline(again.url);
  await other.problem.first().waitFor();
  await expect.poll(() => configured.got.length).toBeGreaterThan(0);
  expect(await other.page.getByRole('button', { name: 'Edit server' }).count()).toBe(0);
  expect(await listed(other)).toEqual(['second']);
  await other.close();

  const all = [pasted, typed, configured].flatMap(({ got }) => got);
  expect(all.filter((each) => /authorization|of-the-saved-one/i.test(each))).toEqual([]);
});
