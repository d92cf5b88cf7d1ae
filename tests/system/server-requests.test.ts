/** What a server asks of the client, over stdio: answered by policy, and by hand. */
import { describe, expect, test } from 'vitest';
import type { Policy } from '#shared/driver';
import { describe as describeRow } from '#shared/timeline';
import { resultText, textResult } from './support/answers.mjs';
import { Session, stdio } from './support/session.ts';
import { callText, ENDED, handshake, STARTED } from './support/story.ts';
import { expectWhole } from './support/whole.ts';

const SAMPLED = '{"role":"assistant","content":{"type":"text","text":"blue"},"model":"m", "stopReason":"endTurn"}';

const automatic: Partial<Policy> = {
  roots: [{ uri: 'file:///tmp', name: 'tmp' }],
  sampling: { mode: 'auto', answer: SAMPLED },
  elicitation: { mode: 'auto', answer: '{"action":"decline"}' },
};

const byHand: Partial<Policy> = { ping: false, answerRoots: false };

const ASKED = [
  ['ping', '{}'],
  ['roots/list', '{"roots":[{"uri":"file:///tmp","name":"tmp"}]}'],
  ['sampling/createMessage', SAMPLED],
  ['elicitation/create', '{"action":"decline"}'],
] as const;

describe.each([
  ['by policy', automatic, 'auto'],
  ['by hand', byHand, 'user'],
] as const)('%s', (_name, policy, by) => {
  test.each(ASKED)('%s', async (method, result) => {
    const session = await Session.open(stdio('asks'), { policy });
    const before = [...STARTED, ...handshake()];
    await session.reaches(before.length);
    const call = callText('ask', { method });
    session.send(call);
    await session.reaches(before.length + 2);
    const answer = `{"jsonrpc":"2.0","id":"ask-1","result":${result}}`;
    if (by === 'user') {
      const asked = session.events.findLastIndex((event) => event.k === 'message' && event.dir === 's2c');
      expect(describeRow(session.log, asked)).toMatchObject({ method, id: '"ask-1"', waiting: true });
      expect(session.story).toHaveLength(before.length + 2);
      session.send(answer);
    }
    await session.reaches(before.length + 4);
    await session.end();
    const log = expectWhole(session);
    const asked = session.story[before.length + 1] ?? '';
    expect(JSON.parse(asked.slice(2))).toMatchObject({ jsonrpc: '2.0', id: 'ask-1', method });
    expect(session.story).toEqual([
      ...before,
      `> ${call}`,
      asked,
      `> ${answer}`,
      // The server gives back the exact line it read.
      `< ${resultText(3, textResult(answer))}`,
      ...ENDED,
    ]);
    const sent = session.events.find((event) => event.k === 'message' && event.raw === answer);
    expect(sent).toMatchObject({ dir: 'c2s', by });
    const [outer, inner] = log.operations.slice(-2);
    expect(inner).toMatchObject({ dir: 's2c', method, outcome: 'result', parent: outer?.index });
    expect(log.faulty).toEqual([]);
  });
});
