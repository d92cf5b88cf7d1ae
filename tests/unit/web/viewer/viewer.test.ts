/** The viewer's own parts that need no browser: lines of JSON, what the head says, links to events. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventFragment, linkedEvent } from '../../../../web/base/event-link.ts';
import { jsonTokens, textLines } from '../../../../web/viewer/json-lines.ts';

describe('lines of JSON', () => {
  it('loses no character of any line', () => {
    const lines = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.stringMatching(/^["\\tfn0-9:,{}. -]*$/));
    fc.assert(
      fc.property(lines, (line) => {
        const text = line.replaceAll('\n', ' ');
        expect(
          jsonTokens(text)
            .map((token) => token.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('tells names, texts, numbers and words apart', () => {
    expect(jsonTokens('  "a\\"": ["b", -1.5e3, true],').map(({ kind, text }) => `${kind} ${text.trim()}`)).toEqual([
      'plain ',
      'key "a\\""',
      'plain :',
      'plain [',
      'string "b"',
      'plain ,',
      'number -1.5e3',
      'plain ,',
      'word true',
      'plain ],',
    ]);
  });

  it('folds what is deeper', () => {
    const text = '{\n  "a": [\n    1\n  ],\n  "b": 2\n}';
    expect(textLines(text, true).map(({ foldsTo }) => foldsTo)).toEqual([
      5,
      3,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(textLines(text, false).some(({ foldsTo }) => foldsTo !== undefined)).toBe(false);
    expect(textLines('{\n  "cut": 1', true).map(({ foldsTo }) => foldsTo)).toEqual([undefined, undefined]);
  });
});

describe('links to events', () => {
  it('are read as they are written', () => {
    fc.assert(fc.property(fc.nat(999_999_999), (s) => linkedEvent(eventFragment(s)) === s));
    expect(linkedEvent('#view=state&s=7')).toBe(7);
    for (const fragment of ['', '#', '#s=', '#s=-1', '#s=1e3', '#s=1234567890', '#rows=3', eventFragment(-1)])
      expect(linkedEvent(fragment)).toBe(undefined);
  });
});
