/** Tags, notes, commit and test of a recording: given on the command line, kept in the file, changed in the library, handed on. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WRITERS } from '#shared/export';
import { cleanMeta, labelledHeader, metaOfHeader, NO_META, type LibraryEntry } from '#shared/library';
import { readRecorded, recordingPieces, type RecordingHeader } from '#shared/recording';
import { planRedaction, redact } from '#shared/redact';
import { recordLine } from '../../../../relay/record/args.ts';
import { rerunLine } from '../../../../relay/rerun/args.ts';
import { searchEntries, tagsOf } from '../../../../web/workspace/library/list.ts';
import { labelledFile } from '../../../../web/session/labelled-file.ts';
import { problemsOfLine } from '../../recording-schema.ts';

const PLAIN: RecordingHeader = {
  mcprec: 1,
  id: 'x',
  title: 'a session',
  startedAt: '2026-06-01T10:00:00.000Z',
  by: { name: 'a', version: '1' },
  route: 'relay',
  connection: { transport: 'stdio', command: 'server', args: [] },
};
const COMMIT = '9b2f1c4e8a7d6053b1f2e3d4c5a69788990abbcc';
const LABELLED: RecordingHeader = {
  ...PLAIN,
  tags: ['nightly', 'api'],
  note: 'Two\nlines.',
  commit: COMMIT,
  test: 'greets',
};
const fileOf = (header: RecordingHeader): string => [...recordingPieces({ header, events: [] })].join('');
const labels = fc.record({ tags: fc.array(fc.string()), note: fc.string(), title: fc.string() });

describe('on the command line', () => {
  const ENV = { GITHUB_SHA: '', CI_COMMIT_SHA: COMMIT };
  test.each([
    ['record', (argv: string[], env: NodeJS.ProcessEnv) => recordLine.read([...argv, '--', 'server'], env)],
    ['rerun', (argv: string[], env: NodeJS.ProcessEnv) => rerunLine.read([...argv, 'a.mcprec', '--', 'server'], env)],
  ])('%s takes them, and the commit from CI', (_, read) => {
    const given = ['--tag', ' nightly ', '--tag', 'api', '--tag', 'api', '--note', 'a note', '--test', 'greets\nall'];
    const test = 'greets all';
    expect(read(given, ENV)).toMatchObject({
      labels: { tags: ['nightly', 'api'], note: 'a note', test, commit: COMMIT },
    });
    expect(read(['--commit', 'v1'], ENV)).toHaveProperty('labels', { commit: 'v1' });
    expect(read([], {})).toHaveProperty('labels', {});
  });
});

describe('in the file', () => {
  test('they are read, kept when it is redacted, told in a report, and their types held to', () => {
    const { recorded } = readRecorded(fileOf(LABELLED));
    expect(recorded?.header).toEqual(LABELLED);
    expect(problemsOfLine(LABELLED)).toEqual([]);
    const events = [{ s: 0, t: 0, k: 'note' as const, at: 0, text: 'all' }];
    const whole = { header: { ...LABELLED, note: `Bearer ghp_${'a1B2'.repeat(9)}` }, events };
    const { tags, commit, test, note } = redact(whole, planRedaction(whole)).header;
    expect({ tags, commit, test }).toEqual({ tags: LABELLED.tags, commit: COMMIT, test: 'greets' });
    expect(note).not.toContain('ghp_');
    for (const text of ['nightly, api', COMMIT, 'greets'])
      expect(WRITERS.markdown({ header: LABELLED, events }, {})).toContain(text);
    for (const wrong of [{ tags: 'a' }, { tags: [1] }, { note: 1 }, { commit: null }, { test: {} }]) {
      const header = { ...PLAIN, ...wrong } as RecordingHeader;
      expect(readRecorded(fileOf(header)).summary.problems).toMatchObject([{ code: 'bad-header' }]);
      expect(problemsOfLine(header)).not.toEqual([]);
    }
  });

  test('members of others are kept', () => {
    const header = { ...PLAIN, 'x-team': { on: ['call'] } };
    expect(readRecorded(fileOf(header)).recorded?.header).toEqual(header);
    expect(problemsOfLine(header)).toEqual([]);
  });
});

describe('in the library', () => {
  const entryOf = (header: RecordingHeader): LibraryEntry => ({
    id: header.id,
    home: 'relay',
    header,
    bytes: 1,
    live: false,
    meta: metaOfHeader(header),
  });

  test('they are found', () => {
    const entries = [entryOf(LABELLED), entryOf(PLAIN)];
    expect(tagsOf(entries)).toEqual(['api', 'nightly']);
    for (const text of [COMMIT.slice(0, 8), 'GREETS', 'two lines', 'nightly'])
      expect(searchEntries(entries, { text, tag: '' }).map(({ header }) => header)).toEqual([LABELLED]);
    expect(searchEntries(entries, { text: '', tag: 'api' })).toHaveLength(1);
    expect(metaOfHeader(PLAIN)).toBe(NO_META);
  });

  test('what a person says takes their place in a copy, and what nobody changed stays as it is', () => {
    fc.assert(
      fc.property(labels, labels, (own, said) => {
        const header = { ...PLAIN, ...own };
        expect(labelledHeader(header, metaOfHeader(header))).toEqual(labelledHeader(header, NO_META_OF(header)));
        const meta = cleanMeta(said);
        const copy = labelledHeader(header, meta);
        expect(metaOfHeader(copy)).toEqual({ tags: meta.tags, note: meta.note });
        expect(copy.title).toBe(meta.title ?? own.title);
      }),
    );
    expect(labelledHeader(LABELLED, NO_META)).toEqual({ ...PLAIN, commit: COMMIT, test: 'greets' });
    const many = Array.from({ length: 50 }, (_, n) => `tag ${n}`);
    expect(labelledHeader({ ...PLAIN, tags: many }, metaOfHeader({ tags: many })).tags).toEqual(many);
  });
});

/** What the header says of itself, as a description that a person has not touched. */
const NO_META_OF = (header: RecordingHeader): typeof NO_META => ({ ...metaOfHeader(header), title: header.title });

describe('a saved file', () => {
  test('has them in its first line, and the rest byte for byte', async () => {
    const rest = '{"s":0 , "t":1,"k":"stderr","text":"é"}\nwhat ever \u0000';
    const file = new Blob([`\uFEFF${JSON.stringify(PLAIN, null, 1).replaceAll('\n', ' ')}\r\n${rest}`]);
    expect(await labelledFile(file, { title: PLAIN.title })).toBe(file);
    const saved = await (await labelledFile(file, { title: 'other', tags: ['a'], note: 'b' })).text();
    expect(saved.slice(saved.indexOf('\n') + 1)).toBe(rest);
    expect(readRecorded(saved).recorded?.header).toEqual({ ...PLAIN, title: 'other', tags: ['a'], note: 'b' });
    const none = new Blob(['no header']);
    expect(await labelledFile(none, { title: 'x' })).toBe(none);
  });

  test('of a long first line', async () => {
    const long = { ...PLAIN, 'x-long': 'é'.repeat(100_000) };
    const saved = await labelledFile(new Blob([fileOf(long)]), { title: 'short' });
    expect(readRecorded(await saved.text()).recorded?.header).toEqual({ ...long, title: 'short' });
  });
});
