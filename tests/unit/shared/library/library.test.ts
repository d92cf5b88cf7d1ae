/** The pure parts of the library: facts, descriptions, retention, searching and ordering, and notes on events. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findingsJudge } from '#shared/findings';
import {
  beyondRetention,
  cleanMeta,
  FactFold,
  hostOf,
  NO_META,
  parseMeta,
  readRetention,
  summarize,
  titleOf,
  parseTags,
  stringifyMeta,
  type LibraryEntry,
} from '#shared/library';
import { NOTES, notesInOrder } from '#shared/lenses';
import { lateNote, notesAt, type RecordingHeader, type WireEvent } from '#shared/recording';
import { sortEntries } from '../../../../web/library/columns.ts';
import { searchEntries, subtitleOf, tagsOf } from '../../../../web/workspace/library/list.ts';
import { byHost, tappedAmong } from '../../../../web/app/hosts.ts';
import { anyEvents, conversation, toEvents } from '../../arbitraries.ts';
import { logOfEvents } from '../../script.ts';
import { runs } from '../../seed.ts';

const HEADER: RecordingHeader = {
  mcprec: 1,
  id: 'x',
  title: 'a session',
  startedAt: '2026-06-01T10:00:00.000Z',
  by: { name: 'a', version: '1' },
  route: 'relay',
  connection: { transport: 'stdio', command: 'server', args: ['--verbose'] },
};

const message = (s: number, dir: 'c2s' | 's2c', raw: string): WireEvent => ({ s, t: s, k: 'message', dir, raw });

describe('facts', () => {
  test('count what the log of the same events knows', () => {
    fc.assert(
      fc.property(fc.oneof(anyEvents(), conversation.map(toEvents)), (events) => {
        const log = logOfEvents(events);
        const facts = summarize({ header: HEADER, events });
        expect(facts.events).toBe(log.length);
        expect(facts.operations).toBe(log.operations.length);
        expect(facts.faults).toBe(log.faulty.length);
        expect(facts.notes).toBe(notesAt(events).size);
      }),
      { numRuns: runs(300) },
    );
  });

  test('a server that exited by itself is an error, one that was closed is none', () => {
    const errors = (code: number, reason: string): number =>
      summarize({
        header: HEADER,
        events: toEvents([
          { k: 'process', event: 'exit', code },
          { k: 'connection', event: 'closing', reason },
          { k: 'connection', event: 'closed', reason },
        ]),
      }).errors;
    expect([errors(1, 'server-exited'), errors(0, 'server-exited'), errors(0, 'closed-by-user')]).toEqual([1, 1, 0]);
  });

  test('a duplicate answer is a fault, a late one is not', () => {
    const fold = new FactFold();
    fold.append(message(0, 'c2s', '{"jsonrpc":"2.0","id":1,"method":"a"}'));
    fold.append(message(1, 's2c', '{"jsonrpc":"2.0","id":1,"result":{}}'));
    fold.append(message(2, 's2c', '{"jsonrpc":"2.0","id":1,"result":{}}'));
    fold.append(message(3, 'c2s', '{"jsonrpc":"2.0","id":2,"method":"b"}'));
    fold.append(message(4, 'c2s', '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}'));
    fold.append(message(5, 's2c', '{"jsonrpc":"2.0","id":2,"result":{}}'));
    expect(fold.facts({ cutShort: false })).toMatchObject({ operations: 2, faults: 1, errors: 0 });
  });

  test('of findings: nothing unless somebody judges, then by severity and with the rules, the worst first', () => {
    const said = (judged: boolean): object | undefined => {
      const fold = new FactFold();
      if (judged) fold.judgeBy(findingsJudge(HEADER));
      fold.append(message(0, 'c2s', '{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}'));
      fold.append(message(1, 's2c', '{"jsonrpc":"1.0","id":1,"error":{"code":-32601,"message":"no"}}'));
      return fold.facts({ cutShort: true }).findings;
    };
    expect(said(false)).toBeUndefined();
    expect(said(true)).toMatchObject({ rules: expect.arrayContaining(['rpc-version-field']), moreRules: 0 });
    expect(Object(said(true)).error).toBeGreaterThan(0);
  });

  test('finding out the era is no error; what a person asked and was refused is', () => {
    const probe = (by: 'auto' | 'user'): number => {
      const fold = new FactFold();
      const raw = '{"jsonrpc":"2.0","id":1,"method":"server/discover"}';
      fold.append({ s: 0, t: 0, k: 'message', dir: 'c2s', by, raw });
      fold.append(message(1, 's2c', '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}'));
      return fold.facts({ cutShort: true }).errors;
    };
    expect([probe('auto'), probe('user')]).toEqual([0, 1]);
  });
});

describe('what a recording is called', () => {
  const connection = { transport: 'stdio', command: '/usr/bin/node', args: ['/srv/index.js', 'stdio'] } as const;
  const header: RecordingHeader = { ...HEADER, title: 'node index.js stdio', connection };
  const server = (info: string): ReturnType<typeof summarize> => {
    const raw = `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":${info}}}`;
    const asked = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}';
    return summarize({ header, events: [message(0, 'c2s', asked), message(1, 's2c', raw)] });
  };

  test('is the server’s own name once it has said it, unless somebody named it', () => {
    expect(titleOf({ header, meta: NO_META })).toBe('node index.js stdio');
    expect(titleOf({ header, facts: server('{"name":"garden","version":"1"}') })).toBe('garden');
    const facts = server('{"name":"garden","title":"The garden"}');
    expect(titleOf({ header, facts })).toBe('The garden');
    expect(titleOf({ header: { ...header, title: 'bug 412' }, facts })).toBe('bug 412');
    expect(titleOf({ header, facts, meta: { ...NO_META, title: 'mine' } })).toBe('mine');
    const http = { transport: 'streamable-http', url: 'http://localhost:3000/mcp?key=1' } as const;
    expect(titleOf({ header: { ...header, title: 'localhost:3000', connection: http }, facts })).toBe('The garden');
    expect(titleOf({ header, facts: server('{"name":7,"title":"x"}') })).toBe('node index.js stdio');
    // The line beneath says what the title does not.
    const entry: LibraryEntry = { id: 'x', home: 'relay', header, bytes: 1, live: false, meta: NO_META };
    expect([subtitleOf(entry), subtitleOf({ ...entry, facts })]).toEqual(['', 'node index.js stdio']);
  });
});

describe('whose a tapped session is', () => {
  const initialize = (info: string): ReturnType<typeof summarize> => {
    const raw = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":${info}}}`;
    return summarize({ header: HEADER, events: [message(0, 'c2s', raw)] });
  };

  test('is what the client calls itself, else the name of the process that started the tap', () => {
    const header: RecordingHeader = { ...HEADER, route: 'tap', host: 'node' };
    expect(hostOf({ header: { ...HEADER, route: 'tap' } })).toBeUndefined();
    expect(hostOf({ header, facts: initialize('{"version":"1"}') })).toBe('node');
    expect(hostOf({ header, facts: initialize('{"name":"cursor","version":"0.45"}') })).toBe('cursor 0.45');
    expect(hostOf({ header, facts: initialize('{"name":"c","title":"Claude Desktop"}') })).toBe('Claude Desktop');
  });

  test('heads its sessions: hosts with one that runs first, and in each those that run, then the newest', () => {
    const entry = (id: string, host: string | undefined, live: boolean): LibraryEntry => ({
      id,
      home: 'relay',
      header: { ...HEADER, id, route: 'tap', ...(host === undefined ? {} : { host }) },
      bytes: 1,
      live,
      meta: NO_META,
    });
    const all = [
      entry('1', 'b', false),
      entry('2', 'b', true),
      entry('3', 'a', false),
      entry('4', undefined, true),
      entry('5', 'c', true),
      { ...entry('6', 'a', true), header: HEADER },
    ];
    const groups = byHost(tappedAmong(all)).map(({ host, entries }) => [host, entries.map(({ id }) => id).join('')]);
    expect(groups).toEqual([
      ['b', '21'],
      ['c', '5'],
      [undefined, '4'],
      ['a', '3'],
    ]);
    const over = Array.from({ length: 20 }, (_, n) => entry(String(n), 'a', n > 15));
    expect(tappedAmong(over).map(({ id }) => Number(id))).toEqual([0, 1, 2, 3, 4, 16, 17, 18, 19]);
  });
});

describe('what is said of a recording', () => {
  test('is read back as it was written, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const meta = cleanMeta(value);
        expect(parseMeta(stringifyMeta(meta))).toEqual(meta);
      }),
    );
    expect(parseMeta('{')).toBeUndefined();
    expect(cleanMeta({ title: ' a\nb ', tags: ['x', ' x ', ''], note: 'n', kept: true, more: 1 })).toEqual({
      title: 'a b',
      tags: ['x'],
      note: 'n',
      kept: true,
    });
    expect(parseTags(' auth, slow path ,,auth')).toEqual(['auth', 'slow path']);
  });
});

describe('retention', () => {
  const now = Date.parse('2026-06-30T00:00:00Z');
  const at = (days: number, more: object = {}): Parameters<typeof beyondRetention>[0][number] => ({
    id: String(days),
    startedAt: new Date(now - days * 86_400_000).toISOString(),
    bytes: 1_000_000,
    fixed: false,
    ...more,
  });

  test.each([
    ['for ever', {}, []],
    ['days', { days: 5 }, ['9', '7']],
    ['megabytes, the oldest first', { megabytes: 2 }, ['9', '7', '3']],
    ['both', { days: 8, megabytes: 3 }, ['9', '7']],
  ])('%s', (_name, retention, gone) => {
    const all = [at(1), at(7), at(3), at(9), at(2)];
    expect(beyondRetention(all, retention, now).sort((a, b) => Number(b) - Number(a))).toEqual(gone);
  });

  test('takes nothing that is fixed, and leaves a date that is none alone', () => {
    expect(beyondRetention([at(50, { fixed: true }), at(60, { startedAt: 'then' })], { days: 1 }, now)).toEqual([]);
    expect(beyondRetention([at(2, { fixed: true }), at(1)], { megabytes: 1 }, now)).toEqual(['1']);
  });

  test.each([[null], [[]], ['x'], [{ days: 0 }], [{ days: 1.5 }], [{ megabytes: '3' }], [{ days: Infinity }]])(
    '%j is none',
    (value) => expect(readRetention(value)).toBeUndefined(),
  );
});

describe('the list', () => {
  const entry = (id: string, more: Partial<LibraryEntry> = {}): LibraryEntry => ({
    id,
    home: 'relay',
    header: { ...HEADER, id, startedAt: `2026-06-0${id}T00:00:00.000Z` },
    bytes: Number(id),
    live: false,
    meta: NO_META,
    ...more,
  });
  const facts = summarize({ header: HEADER, events: [] });
  const all = [
    entry('1', { meta: { title: 'Hangs', tags: ['auth'], note: 'never answers' } }),
    entry('2', { facts: { ...facts, server: { name: 'Garden', version: '2.0' }, errors: 3 } }),
    entry('3', { meta: { ...NO_META, tags: ['slow', 'auth'] }, facts }),
  ];
  const ids = (entries: readonly LibraryEntry[]): string => entries.map(({ id }) => id).join('');

  test.each([
    ['', '', '123'],
    ['ANSWERS hangs', '', '1'],
    ['garden 2.0', '', '2'],
    ['--verbose', '', '123'],
    ['auth', '', '13'],
    ['', 'auth', '13'],
    ['slow', 'auth', '3'],
    ['nothing', '', ''],
  ])('searching “%s” with tag “%s”', (text, tag, found) => {
    expect(ids(searchEntries(all, { text, tag }))).toBe(found);
  });

  test('sorts by any column; what is not known goes last', () => {
    expect(ids(sortEntries(all, { key: 'started', descending: true }))).toBe('321');
    expect(ids(sortEntries(all, { key: 'errors', descending: true }))).toBe('231');
    expect(ids(sortEntries(all, { key: 'errors', descending: false }))).toBe('321');
    expect(ids(sortEntries(all, { key: 'title', descending: false }))).toBe('321');
    expect(ids(sortEntries(all, { key: 'server', descending: false }))).toBe('231');
    expect(tagsOf(all)).toEqual(['auth', 'slow']);
  });
});

describe('notes on events', () => {
  const events: readonly WireEvent[] = [
    message(0, 'c2s', 'a'),
    { s: 1, t: 1, k: 'note', at: 0, text: 'first' },
    { s: 2, t: 2, k: 'note', at: 99, text: 'on nothing' },
    { s: 3, t: 3, k: 'note', at: 0, text: 'second' },
    { s: 4, t: 4, k: 'note', at: 0, text: '' },
  ];

  test('a later one replaces, an empty one takes away, as of any event', () => {
    expect([0, 1, 2, 3, 4, 5].map((shown) => notesAt(events, shown).get(0))).toEqual([
      undefined,
      undefined,
      'first',
      'first',
      'second',
      undefined,
    ]);
  });

  test('the lens says the same', () => {
    const notes = fc.array(fc.record({ at: fc.nat(8), text: fc.constantFrom('', 'a', 'b') }), { maxLength: 30 });
    fc.assert(
      fc.property(notes, fc.nat(30), (written, shown) => {
        const log = logOfEvents(written.map((note, s) => ({ s, t: s, k: 'note', ...note })));
        const expected = [...notesAt(log.events, shown)].map(([at, text]) => ({ at, text }));
        expect(notesInOrder(log.asOf(NOTES, shown - 1))).toEqual(expected);
      }),
    );
  });

  test('one that is made after the end stands at the time of the end', () => {
    expect(lateNote(events.at(-1), 0, 'late')).toEqual({ s: 5, t: 4, k: 'note', at: 0, text: 'late' });
    expect(lateNote(undefined, 0, 'x')).toMatchObject({ s: 0, t: 0 });
  });
});
