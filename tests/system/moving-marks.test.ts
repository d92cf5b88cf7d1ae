/** A tool whose mirrored headers change between two listings, over real HTTP: through the relay, directly, and by a command. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { requestText, type SendDetails } from '#shared/driver';
import type { SessionLog } from '#shared/session';
import { startMovingMarks } from '../fixtures/start.ts';
import { PROGRAM } from '../../relay/base/program.ts';
import { eventually, HANDSHAKE } from '../relay/support/page.ts';
import { carryOut } from '../relay/support/carry-out.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { openDirect } from './support/direct.ts';
import { http, Session } from './support/session.ts';

const POLICY = { ...HANDSHAKE, revision: '2026-07-28' };

interface Way {
  readonly log: SessionLog;
  readonly send: (text: string, details: SendDetails) => void;
}
const ROUTES: readonly (readonly [string, (url: string) => Promise<Way>])[] = [
  [
    'through the relay',
    async (url) => {
      const session = await Session.open(http(url), { policy: POLICY });
      return {
        get log() {
          return session.log;
        },
        send: (text, details) => session.page.send({ type: 'send', session: session.id, text, ...details }),
      };
    },
  ],
  ['directly', (url) => Promise.resolve(openDirect(url, POLICY))],
];

describe('headers that moved', () => {
  test.each(ROUTES)('%s: a call from a form is repeated, one that was typed is not', async (_name, open) => {
    const server = await startMovingMarks();
    onTestFinished(() => server.close());
    const way = await open(server.url);
    await eventually(() => way.log.state.lists.tools.complete);
    const call = (details: SendDetails): void => {
      const facts = { state: way.log.state, policy: POLICY, client: PROGRAM };
      way.send(requestText(facts, 'tools/call', '{"name":"where","arguments":{"region":"north"}}'), details);
    };
    const calls = (): readonly unknown[] =>
      way.log.operations.flatMap(({ method, by, outcome, repeats }) =>
        method === 'tools/call' ? [[by, outcome, repeats !== undefined]] : [],
      );
    call({});
    await eventually(() => way.log.operations.at(-1)?.outcome === 'error');
    call({ form: true });
    await eventually(() => way.log.operations.at(-1)?.outcome === 'result');
    expect(calls()).toEqual([
      ['user', 'error', false],
      ['user', 'error', false],
      ['auto', 'result', true],
    ]);
  });

  test.each([
    ['call', ['call', 'tools/call', '--name', 'where', '--arg', 'region=north']],
    ['record --exercise', ['record', '--exercise']],
  ])('%s succeeds', async (_name, args) => {
    const server = await startMovingMarks();
    onTestFinished(() => server.close());
    const { output, ended } = carryOut([...args, server.url], temporaryFolder());
    expect(await ended, output()).toBe(0);
    if (args[0] === 'call') expect(output()).toContain('in north');
  });
});
