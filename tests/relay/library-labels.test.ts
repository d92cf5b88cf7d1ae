/** What a recording's file says of itself, in a library over a real folder, and in the copies that commands make. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRecorded, type RecordingHeader } from '#shared/recording';
import { COMMANDS } from '../../relay/cli/commands.ts';
import { Library } from '../../relay/library/index.ts';
import { temporaryFolder } from './support/relay.ts';

const ID = '1'.repeat(20);
const LABELS = { tags: ['nightly', 'api'], note: 'from CI', commit: '9b2f1c4', test: 'greets' };
const HEADER: RecordingHeader = {
  mcprec: 1,
  id: ID,
  title: 'made by CI',
  startedAt: '2026-06-01T00:00:00.000Z',
  by: { name: 'mcp-lifeline', version: '0' },
  route: 'relay',
  connection: { transport: 'stdio', command: 'server', args: [] },
  ...LABELS,
};

function libraryOf(folder: string): Library {
  const library = new Library({ folder, hosted: () => undefined, letGo: () => undefined });
  onTestFinished(() => library.close());
  return library;
}

test('it is listed, changed beside the file by people, and handed on as it holds then', async () => {
  const folder = temporaryFolder();
  const file = join(folder, `2026-06-01T000000Z-ci-${ID}.mcprec`);
  const text = `${JSON.stringify(HEADER)}\n{"s":0,"t":0,"k":"note","at":0,"text":"all"}\n`;
  writeFileSync(file, text);
  const library = libraryOf(folder);
  const meta = { tags: LABELS.tags, note: LABELS.note };
  expect((await library.list())[0]).toMatchObject({ header: LABELS, meta });
  library.describe(ID, { ...meta, tags: ['nightly', 'looked at'], title: 'the bad one' });
  // Known from the index, too.
  library.close();
  const after = { tags: ['nightly', 'looked at'], note: 'from CI' };
  expect((await libraryOf(folder).list())[0]).toMatchObject({ header: LABELS, meta: after });
  expect(readFileSync(file, 'utf8')).toBe(text);

  const silent = { say: () => undefined, warn: () => undefined, print: () => undefined };
  const io = { ...silent, env: {}, signal: new AbortController().signal };
  for (const [command, ...options] of [
    ['export', '--to', 'recording', '--out'],
    ['redact', '--out'],
  ] as const) {
    const out = join(folder, `${command}.mcprec`);
    const loaded = await COMMANDS.get(command)?.load();
    expect(await loaded?.run([file, ...options, out], io)).toBe(0);
    const { header } = readRecorded(readFileSync(out, 'utf8')).recorded ?? {};
    expect(header).toMatchObject({ title: 'the bad one', ...after, commit: '9b2f1c4', test: 'greets' });
  }
});
