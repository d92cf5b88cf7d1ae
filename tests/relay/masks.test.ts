/** Masks beside a recording, as a page reads and writes them over the relay's socket, and as the command line finds them. */
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_MASKS_BYTES, writeMasks } from '#shared/compare';
import { encodeEnd } from '#shared/recording';
import type { RelayMessage } from '#shared/relay-protocol';
import { loadMasks } from '../../relay/masks/index.ts';
import { eventually, Page } from './support/page.ts';
import { temporaryFolder, testRelay } from './support/relay.ts';

const ID = '0123456789abcdef0123';
const NAME = `2026-06-01T000000Z-session-${ID}.mcprec`;
const TEXT = writeMasks({ off: ['uuid'], pointers: [{ pointer: '/result/at', why: 'the server’s clock' }] });

/** A folder with one recording that an earlier relay left there. */
function folderWithOne(): string {
  const folder = temporaryFolder();
  const header = {
    mcprec: 1,
    id: ID,
    title: 'session',
    startedAt: '2026-06-01T00:00:00.000Z',
    by: { name: 'mcp-lifeline', version: '0' },
    route: 'relay',
    connection: { transport: 'stdio', command: 'server', args: [] },
  } as const;
  writeFileSync(join(folder, NAME), `${encodeEnd(header)}\n`);
  return folder;
}

test('masks are kept beside the recording they are for, whole or not at all, and nowhere else', async () => {
  const folder = folderWithOne();
  const page = await Page.connect(await testRelay({ folder }));
  let requests = 0;
  const reply = (request: number): Promise<RelayMessage> =>
    eventually(() => page.messages.find((each) => 'request' in each && each.request === request));
  const read = (recording = ID): Promise<RelayMessage> => {
    const request = ++requests;
    page.send({ type: 'read-masks', request, recording });
    return reply(request);
  };
  const write = (text: string, recording = ID): Promise<RelayMessage> => {
    const request = ++requests;
    page.send({ type: 'write-masks', request, recording, text });
    return reply(request);
  };
  const file = join(folder, `${NAME}.masks.json`);

  expect(await read()).toEqual({ type: 'masks', request: 1 });
  expect(await write(TEXT)).toMatchObject({ type: 'done', ids: [ID] });
  expect(readFileSync(file, 'utf8')).toBe(TEXT);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await read()).toMatchObject({ type: 'masks', text: TEXT });
  expect(loadMasks(undefined, join(folder, NAME))).toMatchObject({
    path: file,
    masks: { off: ['uuid'], pointers: [{ pointer: '/result/at', why: 'the server’s clock' }] },
  });

  // What is no masks file, or too long for one, leaves what is there.
  expect(await write('{"pointers": []}')).toMatchObject({
    type: 'refused',
    detail: expect.stringContaining('mcprecMasks'),
  });
  expect(await write(TEXT + ' '.repeat(MAX_MASKS_BYTES))).toMatchObject({
    type: 'refused',
    detail: expect.stringContaining('too long'),
  });
  expect(readFileSync(file, 'utf8')).toBe(TEXT);

  // The relay writes the index of its library when it has time.
  const names = (): string[] => readdirSync(folder).filter((name) => name !== 'library-index.json');
  const before = names().sort();
  for (const id of ['0'.repeat(20), `../${NAME}`, NAME, '']) {
    expect(await write(TEXT, id)).toMatchObject({ type: 'refused', detail: 'there is no such recording' });
    expect(await read(id)).toMatchObject({ type: 'refused', detail: 'there is no such recording' });
  }
  expect(names().sort()).toEqual(before);

  // Another program's file of that name is not taken in beyond what masks can be.
  writeFileSync(file, ' '.repeat(MAX_MASKS_BYTES + 1));
  expect(await read()).toMatchObject({ type: 'refused', detail: expect.stringContaining('too long') });
});
