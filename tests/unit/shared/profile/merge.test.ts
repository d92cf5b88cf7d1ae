import { expect, test } from 'vitest';
import { compareProfiles, profileRecording, profilesOf, type ProfiledSession } from '#shared/profile';
import type { EventBody, RecordingHeader } from '#shared/recording';
import { toEvents } from '../../arbitraries.ts';
import { head, post } from '../../http-events.ts';
import { c2s, OPEN, request, result, s2c } from '../../script.ts';

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
  expect(late?.facts.get('reinitializes')).toBeUndefined();
});
