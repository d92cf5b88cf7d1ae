/** The fixture on the v2 SDK says on the wire what tests rely on. */
import { afterEach, describe, expect, test } from 'vitest';
import {
  answerTo,
  exchange,
  INITIALIZE,
  modern,
  modernMeta,
  named,
  node,
  post,
  result,
  Session,
  textOf,
  type Message,
} from '../fixtures/sdk/raw.ts';
import { SDK_V2, startSdkV2, type RunningServer } from '../fixtures/start.ts';

const running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});
async function up(server: Promise<RunningServer>): Promise<string> {
  const started = await server;
  running.push(started);
  return started.url;
}

describe('the v2 SDK', () => {
  const asks = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
  const called = (
    name: string,
    args: object = {},
    more: object = {},
  ): { method: string; name: string; params: object } => ({
    method: 'tools/call',
    name,
    params: { name, arguments: args, ...modernMeta(asks), ...more },
  });

  test('asks over two rounds, and refuses a state that was touched', async () => {
    const url = await up(startSdkV2('modern'));
    const round = async (id: number, more: object = {}): Promise<Message> =>
      (await modern(url, { id, ...called('order', {}, more) })).inbox.next(answerTo(id));
    const first = (await round(1)).result ?? {};
    expect(first).toMatchObject({
      resultType: 'input_required',
      inputRequests: { size: { method: 'elicitation/create' } },
    });
    const size = { size: { action: 'accept', content: { size: 'large' } } };
    const state = String(first['requestState']);
    const touched = await round(2, { inputResponses: size, requestState: `x${state}` });
    expect(touched.error?.code).toBe(-32602);
    const second = (await round(3, { inputResponses: size, requestState: state })).result ?? {};
    expect(Object.keys(second['inputRequests'] ?? {})).toEqual(['confirm']);
    const confirm = { confirm: { action: 'accept', content: { confirm: true } } };
    const last = await round(4, { inputResponses: confirm, requestState: second['requestState'] });
    expect(textOf(last)).toBe('ordered: large tea');
  });

  test('in modern mode refuses the handshake and headers that contradict the body', async () => {
    const url = await up(startSdkV2('modern'));
    const old = await post(url, { jsonrpc: '2.0', id: 0, method: 'initialize', params: INITIALIZE });
    expect((await old.inbox.next(answerTo(0))).error).toMatchObject({
      code: -32022,
      data: { supported: ['2026-07-28'] },
    });
    const nameless = await modern(url, { id: 1, method: 'tools/call', params: { name: 'erase' } });
    expect((await nameless.inbox.next(answerTo(1))).error?.code).toBe(-32020);
    const unmirrored = await modern(url, { id: 2, ...called('region', { region: 'north' }) });
    expect((await unmirrored.inbox.next(answerTo(2))).error?.code).toBe(-32020);
    const mirrored = { 'Mcp-Param-Region': 'north', 'Mcp-Param-Owner-Name': 'Ada' };
    const args = { region: 'north', owner: { name: 'Ada' } };
    const good = await modern(url, { id: 3, ...called('region', args) }, asks, mirrored);
    expect(textOf(await good.inbox.next(answerTo(3)))).toBe(JSON.stringify(args));
  });

  test('lists its tools in pages with cache hints, two of them invalid over HTTP', async () => {
    const url = await up(startSdkV2('modern'));
    const first = (await (await modern(url, { id: 1, method: 'tools/list' })).inbox.next(answerTo(1))).result ?? {};
    expect(first).toMatchObject({ ttlMs: 5000, cacheScope: 'public' });
    const params = { cursor: first['nextCursor'], ...modernMeta() };
    const second =
      (await (await modern(url, { id: 2, method: 'tools/list', params })).inbox.next(answerTo(2))).result ?? {};
    expect(second).not.toHaveProperty('nextCursor');
    const tools = [first['tools'], second['tools']].flat() as readonly { readonly name: string }[];
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['broken-header', 'broken-header-type', 'order']),
    );
  });

  test('tells a subscription of changes, and sends the log of the level that a request names', async () => {
    const url = await up(startSdkV2('dual'));
    const notifications = { toolsListChanged: true, resourceSubscriptions: ['garden://notes'] };
    const subscribe = { id: 1, method: 'subscriptions/listen', params: { notifications, ...modernMeta() } };
    const listening = await modern(url, subscribe);
    const agreed = await listening.inbox.next(named('notifications/subscriptions/acknowledged'));
    expect(agreed.params).toMatchObject({ notifications });
    await modern(url, { id: 2, ...called('change-lists') });
    await modern(url, { id: 3, ...called('touch') });
    const tagged = { _meta: { 'io.modelcontextprotocol/subscriptionId': 1 } };
    expect((await listening.inbox.next(named('notifications/tools/list_changed'))).params).toMatchObject(tagged);
    const updated = await listening.inbox.next(named('notifications/resources/updated'));
    expect(updated.params).toMatchObject({ uri: 'garden://notes', ...tagged });
    listening.close();

    const level = modernMeta(asks, { 'io.modelcontextprotocol/logLevel': 'alert' });
    const logged = await modern(url, { id: 4, ...called('log', {}, level) });
    expect((await logged.text).match(/notifications\/message/g)).toHaveLength(2);
  });

  test('logs the exact bytes it was sent, and who hung up', async () => {
    const url = await up(startSdkV2('modern'));
    const never = await exchange(url, { method: 'POST', body: Buffer.from([0x7b, 0xff, 0x0a]) });
    expect(never.status).toBe(415);
    const notifications = { promptsListChanged: true };
    const listen = { id: 1, method: 'subscriptions/listen', params: { notifications, ...modernMeta() } };
    const listening = await modern(url, listen);
    await listening.inbox.next(named('notifications/subscriptions/acknowledged'));
    listening.close();
    const log = async (): Promise<unknown> => (await fetch(new URL('/_log', url))).json();
    await expect.poll(log).toMatchObject([{ base64: 'e/8K', hungUp: false }, { hungUp: true }]);
  });

  test('in dual mode takes both eras on one pipe, and a cancellation', async () => {
    const peer = node(SDK_V2, '--mode', 'dual');
    const found = await peer.ask(1, 'server/discover', modernMeta());
    expect(found.result).toMatchObject({ supportedVersions: ['2026-07-28'] });
    expect((await peer.ask(2, 'initialize', INITIALIZE)).result).toMatchObject({ protocolVersion: '2025-11-25' });
    const slow = { name: 'progress', arguments: { steps: 1000, ms: 5 }, _meta: { progressToken: 'p' } };
    peer.send({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: slow });
    await peer.inbox.next(named('notifications/progress'));
    peer.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } });
    expect(await peer.end()).toBe(0);
    expect(peer.stderr).toContain('progress: stopped at');
  });

  test('in legacy mode knows no discover and asks with requests of its own', async () => {
    const peer = node(SDK_V2, '--mode', 'legacy');
    expect((await peer.ask(1, 'server/discover', modernMeta())).error?.code).toBe(-32601);
    await peer.ask(2, 'initialize', INITIALIZE);
    peer.send({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'order', arguments: {} } });
    for (const content of [{ size: 'small' }, { confirm: true }]) {
      const asked = await peer.inbox.next(named('elicitation/create'));
      peer.send(result(asked.id, { action: 'accept', content }));
    }
    expect(textOf(await peer.inbox.next(answerTo(3)))).toBe('ordered: small tea');
    expect(await peer.end()).toBe(0);
  });

  test('in legacy mode has sessions over HTTP', async () => {
    const session = await Session.open(await up(startSdkV2('legacy')));
    expect(session.headers).toHaveProperty('Mcp-Session-Id');
    expect(textOf(await session.call('echo', { text: 'hi' }))).toBe('hi');
  });
});
