/** What one event changed: the difference of two states, told in words of both languages. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesAt } from '#shared/session';
import { changeText, ENGLISH, wordsIn } from '#shared/words';
import { anyEvents, sessionBody } from '../../arbitraries.ts';
import { c2s, handshake, logOf, logOfEvents, notification, request, result, s2c } from '../../script.ts';

const CHINESE = await wordsIn('zh-CN');

test('changes follow one from the other, are the same from a cursor, and have words', () => {
  fc.assert(
    fc.property(fc.oneof(anyEvents(), anyEvents(sessionBody)), (events) => {
      const log = logOfEvents(events);
      const cursor = log.cursor();
      const known = new Map<string, string | number | undefined>();
      for (const { s } of events) {
        const changes = changesAt(log, s);
        expect(changesAt(cursor, s)).toEqual(changes);
        for (const change of changes) {
          const { name, of = '', from, to } = change;
          const key = `${name} ${of}`;
          expect(from).not.toBe(to);
          if (s > 0) expect(known.get(key)).toBe(from === 0 && !known.has(key) ? undefined : from);
          known.set(key, to);
          for (const words of [ENGLISH, CHINESE]) {
            const text = changeText(change, words);
            expect(`${text.name}|${text.value}`).toMatch(/^.+\|.+$/u);
            expect(`${text.name}${text.value}`.length).toBeLessThan(400);
          }
        }
      }
    }),
  );
});

test('a handshake, a list and a call change what is known', () => {
  const log = logOf(
    ...handshake(),
    c2s(request(2, 'tools/list')),
    s2c(result(2, { tools: [{ name: 'a' }, { name: 'b' }] })),
    c2s(request(3, 'tools/call', { name: 'a' })),
    c2s(request(4, 'logging/setLevel', { level: 'debug' })),
    s2c(result(4, {})),
    s2c(notification('notifications/tools/list_changed')),
  );
  const told = [...log.events].map(({ s }) =>
    changesAt(log, s).map((each) => {
      const { name, value } = changeText(each, ENGLISH);
      return `${name}: ${value}`;
    }),
  );
  expect(told).toEqual([
    ['Phase: Connection', 'Connection: connecting'],
    ['Connection: connecting → open'],
    ['Phase: Connection → Initialization', 'Version offered: 2025-11-25', 'Client: client 1', 'Pending requests: 1'],
    ['Version in force: 2025-11-25', 'Server: server 2', 'Pending requests: 1 → 0'],
    ['Phase: Initialization → Discovery'],
    ['Pending requests: 1'],
    ['Phase: Discovery → Ready', 'Tools: 2 known', 'Pending requests: 1 → 0'],
    ['Pending requests: 1'],
    ['Pending requests: 1 → 2'],
    ['Log level: debug', 'Pending requests: 2 → 1'],
    ['Tools: out of date'],
  ]);
});
