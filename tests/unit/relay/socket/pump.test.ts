/** What goes to tabs: each event once and in order, a reply in one frame with what it replies to, long lines as shared bytes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { WireEvent } from '#shared/recording';
import { decodeFrame } from '#shared/relay-protocol';
import { Recorder } from '../../../../relay/recording/index.ts';
import { Session } from '../../../../relay/sessions/session.ts';
import { Pump } from '../../../../relay/socket/pump.ts';
import { HEADER } from '../../arbitraries.ts';

/** A tab's socket that takes everything at once. */
function tab(): { pump: Pump; sent: Buffer[]; frames: WireEvent[][] } {
  const sent: Buffer[] = [];
  const frames: WireEvent[][] = [];
  let before: Buffer[] = [];
  const socket = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (bytes: Buffer, { fin = true }: { readonly fin?: boolean }) => {
      sent.push(bytes);
      before.push(bytes);
      if (!fin) return;
      const frame = decodeFrame(Buffer.concat(before).toString());
      if (frame.type === 'events') frames.push([...frame.events]);
      before = [];
    },
  };
  const pump = new Pump(socket as unknown as WebSocket, (_, detail) => expect.fail(detail));
  onTestFinished(() => pump.stop());
  return { pump, sent, frames };
}

function sessionOf(): { session: Session; add: (raw: string, canWait?: boolean) => void } {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-test-'));
  const recorder = new Recorder({ path: join(folder, 'x.mcprec'), header: HEADER, failed: () => undefined });
  onTestFinished(() => {
    recorder.release();
    rmSync(folder, { recursive: true, force: true });
  });
  const session = new Session('x', recorder, false);
  const add = (raw: string, canWait = false): void => {
    recorder.record([{ s: recorder.count, t: 0, k: 'message', dir: 's2c', raw }]);
    session.grew(canWait);
  };
  return { session, add };
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const rawOf = (event: WireEvent): string => (event.k === 'message' ? (event.raw ?? '') : '');

test('what was sent goes with a reply that comes at once, and soon without one', async () => {
  const { session, add } = sessionOf();
  const { pump, frames } = tab();
  pump.watch(session, 0);
  await turn();
  add('call', true);
  await Promise.resolve();
  expect(frames).toEqual([]);
  add('reply');
  await turn();
  expect(frames.map((frame) => frame.map(rawOf))).toEqual([['call', 'reply']]);
  add('no reply', true);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await turn();
  expect(frames.map((frame) => frame.map(rawOf))).toEqual([['call', 'reply'], ['no reply']]);
  add('alone');
  await turn();
  expect(frames.at(-1)?.map(rawOf)).toEqual(['alone']);
});

test('tabs that show one session are sent the same bytes, not copies', async () => {
  const { session, add } = sessionOf();
  const tabs = Array.from({ length: 30 }, tab);
  for (const { pump } of tabs) pump.watch(session, 0);
  for (let n = 0; n < 100; n++) add(`${n} ${'é€\n"'.repeat(500 + n)}`);
  for (let turns = 0; turns < 10; turns++) await turn();
  const lines = tabs.map(({ frames }) => frames.flat().map(rawOf));
  expect(lines[0]).toHaveLength(100);
  for (const each of lines) expect(each).toEqual(lines[0]);
  // Longer than what is sent with its head in one.
  const long = tabs.map(({ sent }) => sent.filter(({ length }) => length > 4096));
  expect(long[0]?.length).toBeGreaterThan(5);
  for (const each of long) expect(each.map(({ buffer }) => buffer)).toHaveLength(long[0]?.length ?? 0);
  const memory = new Set(long.flatMap((each) => each.map(({ buffer }) => buffer)));
  expect(memory.size).toBeLessThan(5);
});
