import { expect, test } from 'vitest';
import { cellOf, compareProfiles, profileRecording, profilesOf, type ProfiledSession } from '#shared/profile';
import { profileWordsIn } from '#shared/profile/words';
import type { EventBody, RecordingHeader, WireEvent } from '#shared/recording';
import { toEvents } from '../../arbitraries.ts';
import { head, post } from '../../http-events.ts';
import { c2s, notification, OPEN, request, result, s2c } from '../../script.ts';

const initialize = (name: string, capabilities: object = {}): object =>
  request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo: { name, version: '1' } });
const agreed = result(1, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } });

function session(
  startedAt: string,
  events: readonly EventBody[],
  more: Partial<RecordingHeader> = {},
): ProfiledSession {
  const header: RecordingHeader = {
    ...{ mcprec: 1, id: startedAt, title: 'server', startedAt, route: 'tap', by: { name: 'test', version: '1' } },
    connection: { transport: 'stdio', command: 'server', args: [] },
    ...more,
  };
  const source = { name: `${startedAt}.mcprec`, id: startedAt, startedAt };
  return { source, profile: profileRecording({ header, events: toEvents(events) }) };
}

const of = (name: string, at: string, ...more: EventBody[]): ProfiledSession =>
  session(at, [...OPEN, c2s(initialize(name)), s2c(agreed), ...more]);

const FIRST = '2026-01-01T00:00:00.000Z';
const SECOND = '2026-01-01T00:00:10.000Z';

test('sessions of one client are one profile, in the order of time, and each value says where it was seen', () => {
  const call = c2s(request(2, 'tools/call', { name: 'a' }));
  const [a, b, ...others] = profilesOf([of('a', SECOND, call), of('b', FIRST), of('a', FIRST, call, call)]);
  expect(others).toEqual([]);
  expect([a?.client.name, b?.client.name]).toEqual(['a', 'b']);
  expect(a?.sessions.map(({ startedAt }) => startedAt)).toEqual([FIRST, SECOND]);
  expect(a?.facts.get('method tools/call')?.values.get('')).toEqual({
    count: 3,
    at: [
      { of: 0, s: 4 },
      { of: 0, s: 5 },
      { of: 1, s: 4 },
    ],
  });
});

test('a client that does not name itself is known by its host', () => {
  const silent = [...OPEN, c2s(request(1, 'tools/list'))];
  const profiles = profilesOf(
    ['one', 'two', 'one'].map((host, at) => session(`2026-01-0${at + 1}T00:00:00.000Z`, silent, { host })),
  );
  expect(profiles.map(({ hosts, sessions }) => [hosts, sessions.length])).toEqual([
    [['one'], 2],
    [['two'], 1],
  ]);
});

test('rows differ where clients do otherwise, not where one had no occasion', () => {
  const asks = s2c(request(7, 'roots/list'));
  const refuses = c2s({ jsonrpc: '2.0', id: 7, error: { code: -32601, message: 'no' } });
  const rowsOf = (...sessions: ProfiledSession[]): { readonly [key: string]: boolean } =>
    Object.fromEntries(compareProfiles(profilesOf(sessions)).map(({ key, differs }) => [key, differs]));
  const list = c2s(request(2, 'tools/list'));
  const ping = c2s(request(3, 'ping'));
  expect(rowsOf(of('a', FIRST, list, ping, asks, refuses), of('b', FIRST, list))).toMatchObject({
    offered: false,
    'answers roots/list': false,
    'method tools/list': false,
    'method ping': true,
    first: true,
  });
  expect(rowsOf(of('a', FIRST, asks, refuses), of('b', FIRST, asks, c2s(result(7, { roots: [] }))))).toMatchObject({
    'answers roots/list': true,
  });
});

/** A session of which these events come at the same time, but for the seconds between them. */
function slow(name: string, at: string, ...steps: readonly (EventBody | number)[]): ProfiledSession {
  const events: WireEvent[] = toEvents([...OPEN, c2s(initialize(name)), s2c(agreed)]);
  let t = 1000;
  for (const step of steps)
    if (typeof step === 'number') t += step * 1e6;
    else events.push({ ...step, s: events.length, t });
  return session(at, events);
}

const CALL = c2s(request(2, 'tools/call', { name: 'a' }));
const CANCEL = c2s(notification('notifications/cancelled', { requestId: 2 }));
const gaveUp = (name: string, after: number, at = FIRST): ProfiledSession => slow(name, at, CALL, after, CANCEL);
const waited = (name: string, time: number, at = FIRST): ProfiledSession => slow(name, at, CALL, time, s2c(result(2)));

/** What a row says of each client, and whether it is marked; undefined where there is no such row. */
async function rowOf(
  key: string,
  sessions: readonly ProfiledSession[],
  language: 'en' | 'zh-CN' = 'en',
): Promise<{ readonly says: readonly string[]; readonly differs: boolean } | undefined> {
  const words = await profileWordsIn(language);
  const row = compareProfiles(profilesOf(sessions)).find((each) => each.key === key);
  return (
    row && {
      says: row.cells.map((cell) =>
        cellOf(row, cell, words)
          .map(({ text }) => text)
          .join(', '),
      ),
      differs: row.differs,
    }
  );
}

test('a client that waits for longer than the other one’s timeout differs from it', async () => {
  const key = 'givesUp tools/call';
  const soon = gaveUp('a', 2.99);
  expect(await rowOf(key, [soon, waited('b', 7.01)])).toEqual({
    says: ['cancels, after 2.99 s', 'not so far, longest wait 7.01 s'],
    differs: true,
  });
  expect(await rowOf(key, [waited('b', 7.01), soon], 'zh-CN')).toEqual({
    says: ['尚未，最长等待 7.01 s', '取消, 2.99 s 后'],
    differs: true,
  });
  // It might give up at the same time.
  expect(await rowOf(key, [soon, waited('b', 2.95)])).toMatchObject({ differs: false });
  expect(await rowOf(key, [soon, gaveUp('b', 2.99), waited('c', 7)])).toMatchObject({ differs: true });
  // Nobody gave up.
  expect(await rowOf(key, [waited('a', 1), waited('b', 7)])).toBeUndefined();
});

test('the longest wait of all sessions counts, and none where the client gave up in one', async () => {
  const key = 'givesUp tools/call';
  const other = gaveUp('a', 3);
  expect(await rowOf(key, [other, waited('b', 7), waited('b', 2, SECOND)])).toMatchObject({
    says: ['cancels, after 3 s', 'not so far, longest wait 7 s'],
  });
  expect(await rowOf(key, [waited('b', 7), gaveUp('b', 3, SECOND)])).toMatchObject({ says: ['cancels, after 3 s'] });
});

test('what a client has not done so far is no difference', async () => {
  const told = [
    c2s(request(2, 'tools/list')),
    s2c(result(2, { tools: [] })),
    s2c(notification('notifications/tools/list_changed')),
  ];
  const again = c2s(request(3, 'tools/list'));
  const key = 'listChanged tools';
  const late = slow('b', FIRST, ...told);
  expect(await rowOf(key, [slow('a', FIRST, ...told, 0.5, again), late])).toEqual({
    says: ['yes, after 500 ms', 'not so far'],
    differs: false,
  });
  expect(await rowOf(key, [slow('b', FIRST, ...told, 1, { k: 'stderr', text: '' })])).toMatchObject({
    says: ['not so far, after 1 s'],
  });
  expect(await rowOf(key, [late], 'zh-CN')).toMatchObject({ says: ['尚未'] });
  expect(await rowOf(key, [late, slow('b', SECOND, ...told, 0.5, again)])).toMatchObject({
    says: ['yes, after 500 ms'],
  });
});

test('a session that is lost in one recording is begun anew in the next', () => {
  const http = { connection: { transport: 'streamable-http', url: 'http://server/mcp' } } as const;
  const begin = [
    ...OPEN,
    ...post('a', initialize('a')),
    head('a', 200, [['Mcp-Session-Id', 'one']]),
    s2c(agreed, { x: 'a' }),
  ];
  const lost = [...begin, ...post('b', request(2, 'ping'), 'one'), head('b', 404)];
  const [again] = profilesOf([session(FIRST, lost, http), session(SECOND, begin, http)]);
  expect([...(again?.facts.get('reinitializes')?.values ?? [])]).toEqual([
    ['yes', { count: 1, at: [{ of: 1, s: 3 }] }],
  ]);
  const [late] = profilesOf([session(FIRST, lost, http), session('2026-01-02T00:00:00.000Z', begin, http)]);
  expect([...(late?.facts.get('reinitializes')?.values.keys() ?? [])]).toEqual(['due']);
});
