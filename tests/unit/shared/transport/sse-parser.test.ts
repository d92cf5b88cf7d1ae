import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SseParser, usualText, type SseBlock } from '#shared/transport';
import { cut } from '../../arbitraries.ts';
import { runs } from '../../seed.ts';

function parse(...pieces: readonly string[]): { blocks: SseBlock[]; rest: string | undefined } {
  const parser = new SseParser();
  const blocks = pieces.flatMap((piece) => parser.push(piece));
  return { blocks, rest: parser.end() };
}

const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
const line = fc.oneof(
  fc.constantFrom(
    'data: {"id":1}',
    'data:{"id":1}',
    'data:  two spaces',
    'data',
    'data:',
    'data: ',
    'event: message',
    'event:',
    'id: 7',
    'id:8',
    'id: a\0b',
    'retry: 1500',
    'retry: soon',
    'retry: 007',
    ': comment',
    'other: field',
    'data: é😀',
  ),
  fc.string({ maxLength: 8 }).map((text) => text.replace(/[\r\n]/g, '')),
);
/** One block: lines with their ends, none empty. */
const block = fc
  .array(
    fc.tuple(
      line.filter((text) => text !== ''),
      lineEnd,
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((lines) => lines.map((parts) => parts.join('')).join(''));
// A return that ends the last line and a line feed that is the blank line would read as one line end.
const stream = fc
  .array(
    fc.tuple(block, lineEnd).filter(([text, blank]) => !(text.endsWith('\r') && blank === '\n')),
    { maxLength: 5 },
  )
  .map((blocks) => blocks.map((parts) => parts.join('')).join(''));

describe('SseParser', () => {
  test('gives the same for any pieces', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          stream,
          fc.array(fc.oneof(line, lineEnd)).map((parts) => parts.join('')),
        ),
        fc.constantFrom('', '\uFEFF'),
        fc.array(fc.nat(), { maxLength: 8 }),
        (text, mark, places) => {
          expect(parse(...cut(mark + text, places))).toEqual(parse(mark + text));
          expect(parse(...(mark + text))).toEqual(parse(mark + text));
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  test('keeps the exact text of every block', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(block, lineEnd).filter(([text, blank]) => !(text.endsWith('\r') && blank === '\n')),
          { minLength: 1, maxLength: 5 },
        ),
        fc.constantFrom('', '\uFEFF'),
        (pairs, mark) => {
          // Two neighbours must not join a return and a line feed into one line end either.
          const sound = pairs.map(([text, blank]) => [text, blank === '\r' ? '\r\n' : blank] as const);
          const { blocks, rest } = parse(mark + sound.map((parts) => parts.join('')).join(''));
          expect(rest).toBeUndefined();
          expect(
            blocks.map((each) =>
              each.type === 'other' ? each.text : (each.sse.block ?? usualText(each.data, each.sse)),
            ),
          ).toEqual(sound.map(([text], index) => (index === 0 ? mark + text : text)));
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  test.each(['\n', '\r\n', '\r'])('reads lines that end with %j', (end) => {
    const lines = ['event: message', 'id: 4', 'data: {"a":', 'data: 1}', '', 'data: b', '', ''];
    const { blocks, rest } = parse(lines.join(end));
    expect(blocks.map((each) => (each.type === 'message' ? [each.data, each.sse.event, each.sse.id] : each))).toEqual([
      ['{"a":\n1}', 'message', '4'],
      ['b', undefined, undefined],
    ]);
    expect(rest).toBeUndefined();
  });

  test('dispatches at the blank line, whatever follows it', () => {
    const parser = new SseParser();
    expect(parser.push('data: a\r\r')).toHaveLength(1);
    expect(parser.push('\ndata: b\n\n')).toMatchObject([{ type: 'message', data: 'b' }]);
  });

  test('keeps no text beside the fields where the fields give it back', () => {
    expect(parse('event: message\nid: 1\nretry: 5\ndata: x\n\n').blocks).toEqual([
      { type: 'message', data: 'x', sse: { event: 'message', id: '1', retry: 5 } },
    ]);
    expect(parse('data:x\n\n').blocks).toEqual([{ type: 'message', data: 'x', sse: { block: 'data:x\n' } }]);
  });

  test('blocks without data are kept apart: comments, priming events, a retry alone', () => {
    expect(parse(': hello\n\nid: 3\ndata:\n\nretry: 1500\n\n').blocks).toEqual([
      { type: 'other', text: ': hello\n' },
      { type: 'other', text: 'id: 3\ndata:\n', id: '3' },
      { type: 'other', text: 'retry: 1500\n', retry: 1500 },
    ]);
  });

  test('gives what a cut stream left', () => {
    expect(parse('data: whole\n\nid: 9\ndata: {"jsonrpc":"2.0","resu')).toMatchObject({
      blocks: [{ data: 'whole' }],
      rest: 'id: 9\ndata: {"jsonrpc":"2.0","resu',
    });
    expect(parse('data: no blank line\n').rest).toBe('data: no blank line\n');
    expect(parse('data: x\r').rest).toBe('data: x\r');
  });

  test('a long line in many pieces costs no more than its length', () => {
    const piece = 'x'.repeat(16 * 1024);
    const { blocks } = parse('data: ', ...Array.from({ length: 4000 }, () => piece), '\n\n');
    expect(blocks.map((each) => each.type === 'message' && each.data.length)).toEqual([4000 * piece.length]);
  });
});
