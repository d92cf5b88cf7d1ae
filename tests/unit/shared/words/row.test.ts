/** What rows of the diagram say, on the screen and read aloud. */
import { expect, test } from 'vitest';
import { describe } from '#shared/timeline';
import { ENGLISH, rowText, spokenRow, wordsIn } from '#shared/words';
import type { EventBody } from '#shared/recording';
import { end, post } from '../../http-events.ts';
import { c2s, failure, logOf, notification, OPEN, request, result, s2c } from '../../script.ts';

const CHINESE = await wordsIn('zh-CN');
const LOG = logOf(
  c2s(request(1, 'server/discover'), { by: 'auto' }),
  s2c(failure(1, -32601, 'Method not found')),
  c2s(request(12, 'tools/call', { name: 'echo', arguments: { message: 'hello' } }), { by: 'user' }),
  s2c(result(12, { content: [{ type: 'text', text: 'Echo: hello' }] })),
  c2s(request(13, 'tools/call', { name: 'echo' })),
  s2c(failure(13, -32602, 'No message')),
  s2c(result(14, {})),
  s2c(notification('notifications/message', { level: 'error', data: 'Lost' })),
  { k: 'stderr', text: 'WARN: slow disk' },
  { k: 'stderr', text: 'no errors so far' },
  s2c(notification('notifications/message', { level: 'constructor', data: 'Odd' })),
);

test.each([
  [0, 'Version probe server/discover #1', 'request server/discover #1, Version probe'],
  [
    1,
    'Version probe: using initialize −32601 Method not found #1',
    'Version probe: using initialize #1, server/discover, −32601 Method not found',
  ],
  [
    2,
    'tools/call echo message="hello" · manual · Before the handshake #12',
    'request tools/call #12, echo, message="hello" · manual',
  ],
  [3, 'echo → "Echo: hello" #12', 'result of tools/call #12, echo, "Echo: hello"'],
  [
    5,
    'echo → error −32602 Invalid params: No message #13',
    'error −32602 Invalid params: No message #13, tools/call, echo',
  ],
  [7, 'notifications/message error Lost', 'notification notifications/message, error Lost'],
])('event %i says %s', (s, seen, said) => {
  const row = describe(LOG, s);
  if (!row) throw new Error('no row');
  const text = rowText(ENGLISH, LOG, row);
  expect(text.parts.map((part) => part.text).join(' ')).toBe(seen);
  expect(spokenRow(ENGLISH, text, row)).toContain(said);
  expect(spokenRow(CHINESE, rowText(CHINESE, LOG, row), row)).not.toContain('undefined');
});

test('an error that comes after the probe was given up is nothing wrong; one without a handshake is', () => {
  const late = (code: number): string => {
    const probe = c2s(request(1, 'server/discover'), { by: 'auto' });
    const log = logOf(probe, { k: 'timeout', at: 0, ms: 5000, limit: 'idle' }, s2c(failure(1, code, 'No')));
    const row = describe(log, 2);
    if (!row) throw new Error('no row');
    return rowText(ENGLISH, log, row).parts.map(({ kind, text }) => `${kind} ${text}`)[0] ?? '';
  };
  expect(late(-32601)).toBe('lead Version probe: using initialize');
  expect(late(-32021)).toBe('method server/discover');
});

test('rows with a level of their own have its tone', () => {
  const tones = [...LOG.events].map(({ s }) => {
    const row = describe(LOG, s);
    return row && rowText(ENGLISH, LOG, row).tone;
  });
  expect(tones.slice(7)).toEqual(['error', 'warning', undefined, undefined]);
});

test('a line of stderr keeps its columns, so that a caret points at what stands above it', () => {
  const log = logOf({ k: 'stderr', text: '  foo   bar;\n' }, { k: 'stderr', text: '\t    ^^^\n' });
  const texts = [...log.events].map(({ s }) => {
    const row = describe(log, s);
    return row && rowText(ENGLISH, log, row).parts.at(-1)?.text;
  });
  expect(texts).toEqual(['  foo   bar;', '     ^^^']);
});

test('over HTTP nothing is connected before a request is, and a connection that never was is not called lost', () => {
  const asked = request(1, 'initialize', {});
  const [REFUSED, BROKEN] = ['connect ECONNREFUSED 127.0.0.1:9', 'read ECONNRESET'];
  const says = (error: string): readonly string[] => {
    const log = logOf(...OPEN, ...post('x1', asked), { ...end('x1', 'network'), error } as EventBody);
    return [1, 4].map((s) => {
      const row = describe(log, s);
      return row
        ? rowText(ENGLISH, log, row)
            .parts.map(({ text }) => text)
            .join(' ')
        : '';
    });
  };
  expect(says(REFUSED)).toEqual([
    'ready to send',
    expect.stringMatching(/^POST could not connect .*: connect ECONNREFUSED/),
  ]);
  expect(says(BROKEN)).toEqual(['ready to send', expect.stringMatching(/^POST connection lost .*: read ECONNRESET/)]);
  const started = logOf(OPEN[0] as EventBody, { k: 'process', event: 'spawn', pid: 1 }, OPEN[1] as EventBody);
  const row = describe(started, 2);
  expect(row && rowText(ENGLISH, started, row).parts.map(({ text }) => text)).toEqual(['connected']);
});
