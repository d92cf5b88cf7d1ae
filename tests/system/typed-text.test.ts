/** What a person typed is what the server reads, byte for byte. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BY_HAND, eventually } from '../relay/support/page.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { Session, stdio } from './support/session.ts';
import { ENDED, STARTED } from './support/story.ts';
import { expectWhole, recorded } from './support/whole.ts';

const TEXTS = [
  '{"jsonrpc":"2.0","method":"x"}   ',
  '\t{\t"a":\t1}\t',
  '{"jsonrpc":"2.0","method":"x"}\r',
  '\uFEFF{"jsonrpc":"2.0","method":"x"}',
  '"',
  "'",
  '“”',
  '😀 e\u0301 \u200B\u2028 \u0000 \u007F',
  'x'.repeat(1024 * 1024),
  'é'.repeat(1024 * 1024),
  '{"id": 1,}',
  '{"jsonrpc":"2.0"',
  '',
  ' ',
  '{"first":1}\n{"second":2}',
  '{"a":1.0,"a":1e2,"__proto__":0,"big":12345678901234567890}',
  '\\u0041\\n%s${HOME}`id`',
];

test('every text reaches standard input as it is, each with one line feed', async () => {
  const file = join(temporaryFolder(), 'stdin');
  const session = await Session.open(stdio('', { LOG: file }), { policy: BY_HAND });
  await session.reaches(STARTED.length);
  for (const text of TEXTS) session.send(text);
  const expected = Buffer.from(TEXTS.map((text) => `${text}\n`).join(''));
  await eventually(() => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= expected.length);
  await session.end();
  expect(readFileSync(file).equals(expected)).toBe(true);
  expectWhole(session);
  const sent = recorded(session).flatMap((event) => (event.k === 'message' && event.dir === 'c2s' ? [event] : []));
  expect(sent.map(({ raw }) => raw)).toEqual(TEXTS);
  expect(sent.every(({ by }) => by === 'user')).toBe(true);
  expect(session.story.filter((line) => !/^[<>]/.test(line))).toEqual([...STARTED, ...ENDED]);
});

test('half a surrogate pair is recorded as what was written in its place', async () => {
  const file = join(temporaryFolder(), 'stdin');
  const session = await Session.open(stdio('', { LOG: file }), { policy: BY_HAND });
  await session.reaches(STARTED.length);
  session.send('a\uD800b');
  await eventually(() => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0);
  await session.end();
  expect(readFileSync(file, 'utf8')).toBe('a\uFFFDb\n');
  expect(session.story).toEqual([...STARTED, '> a\uFFFDb', ...ENDED]);
  expectWhole(session);
});
