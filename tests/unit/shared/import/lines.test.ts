/** Plain messages that share a line with others, or with something else. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importText } from '#shared/import';
import type { WireEvent } from '#shared/recording';

describe('what follows a message in its line', () => {
  const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const PONG = { jsonrpc: '2.0', id: 1, result: {} };
  const laidOut = (value: object): string => JSON.stringify(value, undefined, 2);

  test.each([
    ['laid-out messages, each begun where the last one ends', `${laidOut(PING)}${laidOut(PONG)}`, []],
    ['messages in one line', JSON.stringify(PING) + JSON.stringify(PONG), []],
    [
      'words behind a batch',
      `[${JSON.stringify(PING)},\n ${JSON.stringify(PONG)}], trailing "text"`,
      [', trailing "text"'],
    ],
    ['words between', `${laidOut(PING)} and ${laidOut(PONG)}\n  the end`, ['and', '  the end']],
    [
      'another object',
      `${laidOut(PING)} at {"a":\n1} then ${laidOut(PONG)} {"b":2} end`,
      ['at {"a":\n1} then', '{"b":2} end'],
    ],
  ])('%s', (_name, text, others) => {
    const result = importText(text, 'x');
    if (!result.ok) throw new Error('not imported');
    const { events } = result.recorded;
    const raws = events.flatMap((event) => (event.k === 'message' ? [JSON.parse(event.raw ?? '') as unknown] : []));
    expect(raws.flat()).toEqual([PING, PONG]);
    const between = events.flatMap((event) => (event.k === 'unknown' ? [event.fields['text']] : []));
    expect(between).toEqual(others);
    // Nothing says that it is a server's standard error.
    expect(result.unread.map(({ text }) => text)).toEqual(others);
  });

  test('a message that is cut off there is counted, with its line', () => {
    const result = importText(`${laidOut(PING)}{"jsonrpc":"2.0","id":`, 'x');
    expect(result).toMatchObject({ ok: true, unread: [{ at: 5, text: '{"jsonrpc":"2.0","id":' }] });
  });

  test('no character is lost', () => {
    const message = fc
      .tuple(fc.nat(99), fc.boolean())
      .map(([id, over]) => JSON.stringify({ ...PING, id }, undefined, over ? 2 : undefined));
    const between = fc.constantFrom(' ', ',', ' words --> ', '{"a":1}', 'x{\n"a":[{}\n]}', '[{}] ', '"}');
    const lineEnd = fc.constantFrom('\n', ' {}\n\n', ']\r\nwords\n');
    const piece = fc.oneof(
      message,
      between,
      fc.tuple(lineEnd, message).map((each) => each.join('')),
    );
    const end = fc.string({ unit: fc.constantFrom(...'{}[]",:1a ') });
    const visible = (text: string): string => text.replace(/\s/g, '');
    fc.assert(
      // No message has something before it where a line begins, which would be read for its time and direction.
      fc.property(message, fc.array(piece), end, (first, pieces, last) => {
        const text = [first, ...pieces, last].join('');
        const result = importText(text, 'x');
        const rows = result.ok ? result.recorded.events : [];
        expect(visible(rows.map(rowText).join(''))).toBe(visible(text));
        const messages = text.split('jsonrpc').length - 1;
        expect(rows.filter(({ k }) => k === 'message')).toHaveLength(messages);
      }),
    );
  });

  function rowText(event: WireEvent): string {
    if (event.k === 'message') return event.raw ?? '';
    return event.k === 'unknown' ? String(event.fields['text']) : '';
  }
});
