/** A line of 100 MB: the page gets its beginning, the disk and the payload's address the whole of it. */
import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { bytesOf } from '#shared/recording';
import { LARGE_HEAD } from '#shared/relay-protocol';
import { decodeEvent } from '#shared/session';
import { describe as describeRow } from '#shared/timeline';
import { headersOf } from '../relay/support/page.ts';
import { sizedResult } from './support/answers.mjs';
import { Session, stdio } from './support/session.ts';
import { callText, ENDED, handshake, STARTED } from './support/story.ts';
import { expectWhole, recorded } from './support/whole.ts';

const BYTES = 100 * 1024 * 1024;

/** So much text costs every process on the way seconds, and on a busy machine many. */
const BUSY = { timeout: 120_000, interval: 20 };

/** Digest of what comes in pieces. */
async function digest(pieces: AsyncIterable<Uint8Array> | Iterable<string>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) return;
    yield piece.value;
  }
}

test('a line of 100 MB is whole on the disk and at its address', { timeout: 240_000 }, async () => {
  const session = await Session.open(stdio('long-line'));
  const before = [...STARTED, ...handshake()];
  await session.reaches(before.length);
  const call = callText('echo', { bytes: BYTES });
  session.send(call);
  await vi.waitFor(() => expect(session.story.length).toBeGreaterThanOrEqual(before.length + 2), BUSY);
  const event = session.events.findLast(({ k }) => k === 'message');
  if (event?.k !== 'message') throw new Error('no message came');
  const expected = await digest(sizedResult(3, BYTES));
  const length = BYTES + [...sizedResult(3, 0)].join('').length;
  expect(event.large?.bytes).toBe(length);
  expect(decodeEvent(event)).toMatchObject({ kind: 'response', id: 3, outcome: 'result' });
  expect(event.raw).toHaveLength(LARGE_HEAD);
  expect(Math.max(...session.page.frameLengths)).toBeLessThan(2 * LARGE_HEAD);

  const { relay, id } = session;
  const response = await fetch(`${relay.origin}/api/sessions/${id}/events/${event.s}/payload`, {
    headers: headersOf(relay),
  });
  expect(response.status).toBe(200);
  expect(await digest(piecesOf(response))).toBe(expected);

  await session.end();
  expect(session.story).toEqual([...before, `> ${call}`, `< ${event.raw ?? ''}`, ...ENDED]);
  const log = expectWhole(session);
  expect(log.faulty).toEqual([]);
  expect(log.operations.at(-1)).toMatchObject({ method: 'tools/call', outcome: 'result' });
  expect(describeRow(log, event.s)?.details).toContainEqual({ code: 'bytes', bytes: length });
  const disk = recorded(session)[event.s];
  if (disk?.k !== 'message') throw new Error('the recording lacks the line');
  expect(createHash('sha256').update(bytesOf(disk)).digest('hex')).toBe(expected);
});
