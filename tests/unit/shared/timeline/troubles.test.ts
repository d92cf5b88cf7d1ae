/** What went wrong in a session, counted and listed as its log grows. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EventBody, ProcessBody } from '#shared/recording';
import { isTrouble, Troubles } from '#shared/timeline';
import { SessionLog } from '#shared/session';
import { conversation, toEvents } from '../../arbitraries.ts';

test('however the events come, the list is what a search through all of them finds, as of any event', () => {
  fc.assert(
    fc.property(conversation, fc.integer({ min: 1, max: 7 }), fc.nat(), (bodies, pieces, at) => {
      const events = toEvents(bodies);
      const log = new SessionLog();
      const troubles = new Troubles(log);
      for (const event of events) {
        log.append(event);
        if (event.s % pieces === 0) troubles.advance(pieces + 1);
      }
      while (troubles.advance(pieces));
      const wrong = events.map(({ s }) => s).filter((s) => isTrouble(log, s));
      const shown = events.length === 0 ? 0 : at % (events.length + 1);
      const { violations, errors } = troubles.counts(shown);
      expect(violations + errors).toBe(wrong.filter((s) => s < shown).length);
      expect(violations).toBe(log.faulty.filter((s) => s < shown).length);
      expect(troubles.found).toEqual(wrong);
    }),
  );
});

const process = (event: ProcessBody['event'], more: Partial<ProcessBody> = {}): ProcessBody => ({
  k: 'process',
  event,
  ...more,
});
const sent = (signal: string): ProcessBody => process('signal', { signal, by: 'host' });
const ended = (signal: string): ProcessBody => process('exit', { code: null, signal });

test.each<[string, readonly ProcessBody[], readonly number[]]>([
  ['the signal that was sent', [process('spawn'), process('stdin-end'), sent('SIGTERM'), ended('SIGTERM')], []],
  ['another one', [process('spawn'), sent('SIGTERM'), ended('SIGSEGV')], [2]],
  ['one that nobody sent', [process('spawn'), ended('SIGTERM')], [1]],
  [
    'one that an earlier process was sent',
    [process('spawn'), sent('SIGTERM'), process('spawn'), ended('SIGTERM')],
    [3],
  ],
  ['what no process outlives', [process('spawn'), sent('SIGTERM'), sent('SIGKILL'), ended('SIGKILL')], [3]],
])('a server that was ended by %s', (_, bodies, wrong) => {
  const log = new SessionLog();
  for (const event of toEvents(bodies)) log.append(event);
  expect([...log.notes.keys()].filter((s) => isTrouble(log, s))).toEqual(wrong);
});

const said = (dir: 'c2s' | 's2c', message: object): EventBody => ({
  k: 'message',
  dir,
  raw: JSON.stringify({ jsonrpc: '2.0', ...message }),
});
const get = (id: number): EventBody => said('c2s', { id, method: 'tasks/get', params: { taskId: 'a' } });
const told = (id: number, state: object): EventBody =>
  said('s2c', { id, result: { taskId: 'a', createdAt: '', ttl: null, ...state } });

test.each<[string, readonly EventBody[], readonly number[]]>([
  ['failed', [get(1), told(1, { status: 'failed' }), get(2), told(2, { status: 'failed' })], [1]],
  [
    'has an error as its result',
    [get(1), told(1, { status: 'completed', result: { content: [], isError: true } })],
    [1],
  ],
  ['is done', [get(1), told(1, { status: 'completed', result: { content: [] } })], []],
  [
    'was told to have failed',
    [said('s2c', { method: 'notifications/tasks/status', params: { taskId: 'a', status: 'failed' } })],
    [0],
  ],
])('a task that %s', (_, bodies, wrong) => {
  const log = new SessionLog();
  for (const event of toEvents(bodies)) log.append(event);
  expect([...log.notes.keys()].filter((s) => isTrouble(log, s))).toEqual(wrong);
});
