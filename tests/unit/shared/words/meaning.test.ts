/** One sentence for every event: of any log, of every method, and of whole sessions of both eras. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { METHODS, NON_STANDARD_METHODS } from '#shared/mcp';
import type { EventBody } from '#shared/recording';
import { ENGLISH, meaningOf, wordsIn, type Words } from '#shared/words';
import { anyEvents, sessionBody } from '../../arbitraries.ts';
import { sample } from '../../export-samples.ts';
import { c2s, failure, handshake, logOf, logOfEvents, notification, request, result, s2c } from '../../script.ts';

const CHINESE = await wordsIn('zh-CN');
const LANGUAGES = [ENGLISH, CHINESE];

/** What the last of some events means. */
function last(bodies: readonly EventBody[], words: Words = ENGLISH): string {
  const log = logOf(...bodies);
  return meaningOf(words, log, log.length - 1);
}

test('every event of any log has a sentence in both languages, the same from a cursor', () => {
  fc.assert(
    fc.property(fc.oneof(anyEvents(), anyEvents(sessionBody)), (events) => {
      const log = logOfEvents(events);
      const cursor = log.cursor();
      for (const event of events) {
        const wire = JSON.stringify(event);
        for (const words of LANGUAGES) {
          const text = meaningOf(words, log, event.s);
          expect(text).toMatch(/^\S.*$/u);
          if (!wire.includes('undefined')) expect(text).not.toContain('undefined');
          if (!wire.includes('[object')) expect(text).not.toContain('[object');
          expect(text.length).toBeLessThan(1500);
        }
        expect(meaningOf(ENGLISH, log, event.s, cursor)).toBe(meaningOf(ENGLISH, log, event.s));
      }
      expect(meaningOf(ENGLISH, log, events.length)).toBe('');
    }),
  );
});

test('every method of every revision has a sentence of its own, and so has its result', () => {
  for (const { method, kind, sender, since, until, example } of METHODS)
    for (const words of LANGUAGES) {
      const revision = until ?? (since > '2025-11-25' ? since : '2025-11-25');
      const send = sender === 'server' ? s2c : c2s;
      const answer = sender === 'server' ? c2s : s2c;
      const message = kind === 'request' ? request(9, method, example) : notification(method, example);
      const asked = [...handshake(revision), send(message)];
      const stray = kind === 'request' ? words.meaning.unknownRequest : words.meaning.unknownNotification;
      expect(last(asked, words)).not.toContain(stray('', method, revision).trim());
      expect(last(asked, words)).not.toContain(words.meaning.notInRevision(method, revision));
      if (kind === 'notification') continue;
      const said = last([...asked, answer(result(9, {}))], words);
      expect(said).not.toMatch(/undefined|\[object/);
      const who = words.meaning.sides[sender === 'server' ? 'c2s' : 's2c'];
      const content = words.rows.details.empty;
      expect(said).not.toBe(words.meaning.gave({ who, name: '', content, count: 0, member: () => '' }));
    }
});

test('names that no revision defines are said to be so, with what the protocol has instead', () => {
  for (const { method, kind, sender, instead = '' } of NON_STANDARD_METHODS) {
    const send = sender === 'server' ? s2c : c2s;
    const said = last([...handshake(), send(kind === 'request' ? request(9, method, {}) : notification(method, {}))]);
    expect(said).toContain(`${method}, which is not a `);
    expect(said).toContain(instead);
  }
});

describe('what is odd is said', () => {
  const OPENED = handshake('2025-06-18', { tools: {} });
  test.each<[string, readonly EventBody[], string]>([
    [
      'a method of a later revision',
      [c2s(request(2, 'tasks/get', { taskId: 'a' }))],
      'tasks/get is not part of protocol version 2025-06-18.',
    ],
    ['a capability that was not declared', [c2s(request(2, 'prompts/list'))], 'did not declare the capability prompts'],
    ['the wrong side', [c2s(request(2, 'roots/list'))], 'only servers send it'],
    ['an unknown request', [c2s(request(2, 'x/y'))], 'x/y, which is not a method of protocol version 2025-06-18'],
    ['an answer to nothing', [s2c(result(77, {}))], `${ENGLISH.problems.faults['unknown-id'].title}.`],
    [
      'an error, with what it means and what to do',
      [c2s(request(2, 'tools/call', { name: 'a' })), s2c(failure(2, -32602, 'No b'))],
      'error: −32602 Invalid params: No b. Invalid parameters: an unknown tool',
    ],
    [
      'an error of the tool',
      [
        c2s(request(2, 'tools/call', { name: 'a' })),
        s2c(result(2, { isError: true, content: [{ type: 'text', text: 'no' }] })),
      ],
      'The tool a returned an error (isError): "no". This is not a protocol error',
    ],
    [
      'another revision than the one that was offered',
      [
        c2s(request(2, 'initialize', { protocolVersion: '2025-11-25' })),
        s2c(result(2, { protocolVersion: '2024-11-05' })),
      ],
      'The server responds with protocol version 2024-11-05 instead of 2025-11-25.',
    ],
    [
      'a crash',
      [c2s(request(2, 'ping')), { k: 'process', event: 'exit', code: 1 }],
      'ended unexpectedly: exited with code 1. 1 request was still pending.',
    ],
    [
      'an asked exit',
      [
        { k: 'connection', event: 'closing' },
        { k: 'process', event: 'exit', code: 0 },
      ],
      'ended as requested: exited with code 0.',
    ],
    [
      'what waits while the server asks',
      [c2s(request(2, 'tools/call', { name: 'a' })), s2c(request(1, 'roots/list'))],
      'while tools/call #2 is pending',
    ],
    [
      'what is cancelled',
      [
        c2s(request(2, 'tools/call', { name: 'a' })),
        c2s(notification('notifications/cancelled', { requestId: 2, reason: 'late' })),
      ],
      'no longer waits for tools/call #2: late.',
    ],
    [
      'a step of authorization, once',
      [{ k: 'connection', event: 'authorization', reason: 'redirect', detail: 'https://login.example/consent' }],
      `Authorization step: ${ENGLISH.problems.reasons['redirect']?.title} · login.example.`,
    ],
    ['text that is no message', [s2c('Listening…')], 'The server sent something that is not a valid message.'],
  ])('%s', (_, bodies, text) => expect(last([...OPENED, ...bodies])).toContain(text));
});

test.each([
  ['asked', 'en'],
  ['handshake-http', 'en'],
  ['modern-stdio', 'en'],
  ['tasks-2026', 'zh-CN'],
] as const)('the whole session %s, in %s', async (name, language) => {
  const words = await wordsIn(language);
  const log = logOfEvents(sample(`${name}.mcprec`).events);
  const cursor = log.cursor();
  const lines = [...log.events].map(({ s }) => `${s} ${meaningOf(words, log, s, cursor)}\n`);
  await expect(lines.join('')).toMatchFileSnapshot(`../../../golden/meaning/${name}.${language}.txt`);
});

test('a handshake that a server without one refuses is not to be repeated', () => {
  const hello = c2s(request(1, 'initialize', { protocolVersion: '2025-11-25' }));
  const refusal = (...supported: string[]): EventBody =>
    s2c({ jsonrpc: '2.0', id: 1, error: { code: -32022, message: 'No', data: { supported } } });
  for (const words of LANGUAGES) {
    const { noHandshake } = words.meaning;
    expect(last([hello, refusal('2026-07-28')], words)).toContain(noHandshake);
    expect(last([hello, refusal('2026-07-28', '2025-06-18')], words)).not.toContain(noHandshake);
  }
});
