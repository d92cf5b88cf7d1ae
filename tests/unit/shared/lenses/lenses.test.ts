import { describe, expect, test } from 'vitest';
import {
  ASKED,
  askedLatestFirst,
  AUTHORIZATION,
  ELICITATIONS,
  EXCHANGES,
  HTTP_STEPS,
  latestOf,
  messagesFrom,
  NOTES,
  NOTICES,
  operationsAbout,
  stepsAround,
  updatesOf,
  USES,
} from '#shared/lenses';
import { FACTS } from '#shared/library';
import { META } from '#shared/mcp';
import type { EventBody, WireEvent } from '#shared/recording';
import { foldProperties } from '../../fold-properties.ts';
import { c2s, failure, handshake, logOf, notification, request, result, s2c } from '../../script.ts';

describe('the notes on events', () => foldProperties(NOTES));
describe('the operations about something', () => foldProperties(EXCHANGES));
describe('the methods in use', () => foldProperties(USES));
describe('what the server tells', () => foldProperties(NOTICES));
describe('the pages to be opened', () => foldProperties(ELICITATIONS));
describe('the turns of authorization', () => foldProperties(AUTHORIZATION));
describe('what the server asked', () => foldProperties(ASKED));
describe('the steps of HTTP exchanges', () => foldProperties(HTTP_STEPS));
describe('the facts of a recording', () => foldProperties(FACTS));

test('what the server tells is found by kind, as of any event', () => {
  const log = logOf(
    ...handshake(),
    s2c(notification('notifications/message', { level: 'debug', data: 1 })),
    s2c(notification('notifications/resources/updated', { uri: 'a:b' })),
    s2c(notification('notifications/message', { level: 'error', data: 2 })),
    s2c(notification('notifications/message', { level: 'of its own', data: 3 })),
    s2c(notification('notifications/resources/updated', { uri: 'a:b' })),
    s2c(notification('notifications/elicitation/complete', { elicitationId: 'e' })),
  );
  const messages = (least: string, s: number): number[] => messagesFrom(log.asOf(NOTICES, s), least).slice(0, 10);
  expect(messages('debug', 10)).toEqual([5, 7, 8]);
  expect(messages('warning', 10)).toEqual([7, 8]);
  expect(messages('debug', 7)).toEqual([5, 7]);
  expect(updatesOf(log.asOf(NOTICES, 10), 'a:b')).toEqual({ count: 2, last: 9 });
  expect(updatesOf(log.asOf(NOTICES, 8), 'a:b')).toEqual({ count: 1, last: 6 });
  expect([...log.asOf(ELICITATIONS, 10).completed.keys()]).toEqual(['e']);
  expect(log.asOf(ELICITATIONS, 9).completed.size).toBe(0);
});

test('a long series of log messages is counted and cut anywhere, as of any event', () => {
  const messages = Array.from({ length: 5000 }, () => s2c(notification('notifications/message', { level: 'info' })));
  const log = logOf(...messages);
  for (const s of [4999, 3000, 1024, 1023, 0, -1]) {
    const series = messagesFrom(log.asOf(NOTICES, s), 'info');
    expect(series.length).toBe(s + 1);
    expect(series.slice(-1500)).toEqual(Array.from({ length: s + 1 }, (_, at) => at).slice(-1500));
    expect(series.slice(1020, 1030)).toEqual(
      [1020, 1021, 1022, 1023, 1024, 1025, 1026, 1027, 1028, 1029].filter((at) => at <= s),
    );
  }
});

test('what is received on a subscription is counted while it is open', () => {
  const meta = { [META.subscriptionId]: 7 };
  const log = logOf(
    c2s(request(7, 'subscriptions/listen', { notifications: { toolsListChanged: true } })),
    s2c(notification('notifications/subscriptions/acknowledged', { notifications: {}, _meta: meta })),
    s2c(notification('notifications/tools/list_changed', { _meta: meta })),
    s2c(notification('notifications/tools/list_changed')),
  );
  expect([...log.follow(NOTICES).received]).toEqual([[0, 2]]);
  log.append({ s: 4, t: 4, k: 'connection', event: 'closed' });
  expect(log.follow(NOTICES).received.size).toBe(0);
});

test('the operations about a tool are its latest calls, also those in a batch', () => {
  const call = (id: number, name: string): object => request(id, 'tools/call', { name });
  const log = logOf(
    c2s(call(1, 'a')),
    c2s(JSON.stringify([call(2, 'b'), call(3, 'a')])),
    s2c(request(1, 'ping')),
    c2s(request(4, 'logging/setLevel', { level: 'info' })),
  );
  expect(operationsAbout(log.follow(EXCHANGES), 'tools/call', 'a')).toEqual([0, 2]);
  expect(operationsAbout(log.asOf(EXCHANGES, 0), 'tools/call', 'a')).toEqual([0]);
  expect(log.follow(EXCHANGES).fromServer.slice(-5)).toEqual([3]);
  expect(latestOf(log.follow(EXCHANGES), 'logging/setLevel')).toBe(4);
  for (let id = 5; id < 300; id++) log.append({ ...c2s(call(id, 'a')), s: log.length, t: 0 } as never);
  expect(operationsAbout(log.follow(EXCHANGES), 'tools/call', 'a')).toHaveLength(100);
  expect(operationsAbout(log.follow(EXCHANGES), 'tools/call', 'a').at(-1)).toBe(log.operations.length - 1);
});

test('the pages that an error lists are required until they are reported as done', () => {
  const elicitations = [{ mode: 'url', url: 'https://a.example', message: 'm', elicitationId: 'e' }, 'none'];
  const log = logOf(
    c2s(request(1, 'tools/call', { name: 'a' })),
    s2c({ jsonrpc: '2.0', id: 1, error: { code: -32042, message: 'first', data: { elicitations } } }),
    c2s(request(2, 'tools/call', { name: 'a' })),
    s2c(failure(2)),
  );
  expect(log.follow(ELICITATIONS).required.all).toEqual([
    { id: 'page 1 0', url: 'https://a.example', message: 'm', elicitationId: 'e', s: 1, op: 0 },
  ]);
  expect(log.asOf(ELICITATIONS, 0).required.all).toEqual([]);
});

describe('what the server asked', () => {
  test('is answered, refused or left open', () => {
    const log = logOf(
      s2c(request('x', 'roots/list')),
      c2s(result('x', { roots: [] }), { by: 'auto' }),
      s2c(request('y', 'sampling/createMessage', { messages: [] })),
      c2s(failure('y', -1, 'no')),
      s2c(request('z', 'ping')),
    );
    expect(askedLatestFirst(log.follow(ASKED))).toMatchObject([
      { s: 4, method: 'ping', questions: [{ key: 'ping', method: 'ping', params: {} }] },
      { s: 2, answer: { s: 3, outcome: 'error', value: { code: -1, message: 'no' } } },
      { s: 0, key: 's:x', answer: { s: 1, outcome: 'result', by: 'auto', value: { roots: [] } } },
    ]);
    expect(askedLatestFirst(log.asOf(ASKED, 2))[0]).not.toHaveProperty('answer');
  });

  test('in a result or by a task is answered by the first request that gives it', () => {
    const inputRequests = { name: { method: 'elicitation/create', params: { message: 'who?' } }, odd: 1 };
    const waits = { taskId: 't', status: 'input_required', inputRequests };
    const meta = { [META.protocolVersion]: '2026-07-28' };
    const log = logOf(
      c2s(request(1, 'tools/call', { name: 'a', _meta: meta })),
      s2c(result(1, { resultType: 'input_required', inputRequests, requestState: 'S' })),
      c2s(request(2, 'tools/call', { name: 'a', _meta: meta, requestState: 'S', inputResponses: { name: 'me' } })),
      c2s(request(3, 'tasks/get', { taskId: 't' })),
      s2c(result(3, waits)),
      c2s(request(4, 'tasks/get', { taskId: 't' })),
      s2c(result(4, waits)),
      c2s(request(5, 'tasks/update', { taskId: 't', inputResponses: { name: 'you' } })),
      c2s(request(6, 'tasks/update', { taskId: 't', inputResponses: { name: 'they' } })),
    );
    const questions = [{ key: 'name', method: 'elicitation/create', params: { message: 'who?' } }];
    expect(askedLatestFirst(log.follow(ASKED))).toMatchObject([
      { id: 'task t 4', s: 4, method: 'tasks/get', questions, answer: { s: 7, value: { name: 'you' } } },
      { id: 'input 1', s: 1, method: 'tools/call', questions, answer: { s: 2, value: { name: 'me' } } },
    ]);
    expect(askedLatestFirst(log.asOf(ASKED, 1))).toHaveLength(1);
    expect(askedLatestFirst(log.asOf(ASKED, 1))[0]).not.toHaveProperty('answer');
  });

  test('by tasks that are polled in turn is there once each, and again when a task asks for something else', () => {
    const waits = (taskId: string, name: string): object => ({
      taskId,
      status: 'input_required',
      inputRequests: { [name]: { method: 'elicitation/create', params: {} } },
    });
    let id = 0;
    const poll = (taskId: string, name: string): EventBody[] => [
      c2s(request(++id, 'tasks/get', { taskId })),
      s2c(result(id, waits(taskId, name))),
    ];
    const given = (taskId: string): EventBody =>
      c2s(request(++id, 'tasks/update', { taskId, inputResponses: { first: 'me' } }));
    const log = logOf(
      ...[...poll('a', 'first'), ...poll('b', 'first'), ...poll('a', 'first'), ...poll('b', 'first')],
      ...[given('a'), s2c(result(9, {})), ...poll('a', 'second'), ...poll('b', 'first')],
    );
    const asked = askedLatestFirst(log.follow(ASKED));
    expect(asked.map(({ taskId, s }) => [taskId, s])).toEqual([
      ['a', 11],
      ['b', 3],
      ['a', 1],
    ]);
    expect(asked.map(({ answer }) => answer?.s)).toEqual([undefined, undefined, 8]);
    expect(new Set(asked.map(({ id: each }) => each)).size).toBe(3);
  });
});

test('the steps of an exchange reach from its request to its end, also where a name is used again', () => {
  const log = logOf(
    { k: 'http', x: 'x1', phase: 'request', method: 'POST', url: 'http://h/' },
    { k: 'http', x: 'x2', phase: 'request', method: 'GET', url: 'http://h/' },
    { k: 'body', x: 'x1', dir: 's2c', raw: 'no' },
    { k: 'http', x: 'x1', phase: 'end' },
    { k: 'http', x: 'x1', phase: 'request', method: 'POST', url: 'http://h/again' },
  );
  const around = (s: number, shown = log.length): number[] =>
    stepsAround(log.asOf(HTTP_STEPS, shown - 1), log.events, 'x1', s).map((step) => step.s);
  expect(around(0)).toEqual([0, 2, 3]);
  expect(around(3)).toEqual([0, 2, 3]);
  expect(around(4)).toEqual([4]);
  expect(around(0, 2)).toEqual([0]);
});

test('a step of an exchange is added without a copy of those before it', () => {
  const log = logOf();
  const state = log.follow(HTTP_STEPS);
  const redirect = (s: number): WireEvent => ({ s, t: s, k: 'http', x: 'x1', phase: 'redirect', url: 'http://a/' });
  log.append(redirect(0));
  const before = state.last.get('x1');
  log.append(redirect(1));
  expect(state.last.get('x1')?.before).toBe(before);
  expect(stepsAround(state, log.events, 'x1', 1).map(({ s }) => s)).toEqual([0, 1]);
});
