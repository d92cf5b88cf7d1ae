/** The reference server, over both transports and in every revision it speaks. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ConnectSpec } from '#shared/relay-protocol';
import type { Operation } from '#shared/session';
import { EVERYTHING, startEverythingHttp } from '../fixtures/start.ts';
import { eventually } from '../relay/support/page.ts';
import { http, Session } from './support/session.ts';
import { callText } from './support/story.ts';
import { expectWhole } from './support/whole.ts';

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

async function everythingHttp(): Promise<ConnectSpec> {
  const server = await startEverythingHttp();
  onTestFinished(() => server.close());
  return http(server.url);
}

const TRANSPORTS = [
  [
    'stdio',
    async (): Promise<ConnectSpec> => ({ transport: 'stdio', command: process.execPath, args: [EVERYTHING], env: {} }),
  ],
  ['Streamable HTTP', everythingHttp],
] as const;

/** The call with this id (a text, so that it never meets the number of an automatic request), once it has its answer. */
const answered = (session: Session, id: string): Promise<Operation> =>
  eventually(() =>
    session.log.operations.find(({ key, dir, outcome }) => key === `s:${id}` && dir === 'c2s' && outcome),
  );

/** The exact text of the answer to an operation. */
function answerOf(session: Session, { closed }: Operation): string {
  const event = session.events[closed ?? -1];
  return event?.k === 'message' ? (event.raw ?? '') : '';
}

describe.each(TRANSPORTS)('server-everything over %s', (transport, specOf) => {
  test.each(REVISIONS)('speaks %s', async (revision) => {
    const session = await Session.open(await specOf(), { policy: { revision } });
    await eventually(() => Object.values(session.log.state.lists).every(({ complete }) => complete));
    const listed = session.log.state;
    expect(listed.revision).toBe(revision);
    expect(listed.server.info).toMatchObject({ name: 'mcp-servers/everything' });
    for (const { items, error } of Object.values(listed.lists)) {
      expect(error).toBeUndefined();
      expect(items.length).toBeGreaterThan(0);
    }

    session.send(callText('echo', { message: 'hé' }, '"echo"'));
    expect(answerOf(session, await answered(session, 'echo'))).toContain('Echo: hé');

    session.send(
      '{"jsonrpc":"2.0","id":"long","method":"tools/call","params":{"name":"trigger-long-running-operation",' +
        '"arguments":{"duration":0.02,"steps":2},"_meta":{"progressToken":"steps"}}}',
    );
    const long = await answered(session, 'long');
    expect(long.outcome).toBe('result');
    // The request, two steps, and the answer.
    expect(long.events.map((s) => session.log.notes.get(s)?.method)).toEqual([
      'tools/call',
      'notifications/progress',
      'notifications/progress',
      'tools/call',
    ]);

    session.send(callText('trigger-sampling-request', { prompt: 'A colour?', maxTokens: 5 }, '"sample"'));
    const asked = await eventually(() =>
      session.log.operations.find(({ method }) => method === 'sampling/createMessage'),
    );
    expect(asked.outcome).toBeUndefined();
    session.send(
      `{"jsonrpc":"2.0","id":${asked.key?.slice(2) ?? ''},"result":{"role":"assistant",` +
        '"content":{"type":"text","text":"ultramarine"},"model":"by hand"}}',
    );
    expect(answerOf(session, await answered(session, 'sample'))).toContain('ultramarine');

    // It asks for the roots by itself, a while after the handshake; without an answer it would not end for a minute.
    const roots = await eventually(() =>
      session.log.operations.find(({ method, outcome }) => method === 'roots/list' && outcome),
    );
    expect(roots).toMatchObject({ dir: 's2c', outcome: 'result' });

    await session.end();
    const log = expectWhole(session);
    expect(log.faulty).toEqual([]);
    expect(log.operations.find(({ index }) => index === asked.index)?.outcome).toBe('result');
    if (transport === 'stdio') {
      expect(log.state.process.exit).toEqual({ code: 0, signal: null });
      // It may still say something while it ends.
      expect(session.story.filter((line) => !line.startsWith('<')).slice(-4)).toEqual([
        'connection closing closed-by-user',
        'process stdin-end',
        'process exit 0',
        'connection closed closed-by-user',
      ]);
    } else {
      const deleted = session.events.find((event) => event.k === 'http' && event.method === 'DELETE');
      const x = deleted?.k === 'http' ? deleted.x : '';
      expect(session.story).toContain(`${x} response 200`);
      expect(session.story).toContain(`${x} end server`);
    }
  });
});
