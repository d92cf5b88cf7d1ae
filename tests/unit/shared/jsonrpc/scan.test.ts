import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText, formatJson, idKey, replaceId, scanJson, showIdKey } from '#shared/jsonrpc';
import { jsonText, mutatedJson } from '../../arbitraries.ts';
import { runs } from '../../seed.ts';

/** What JSON.parse makes of a text, or undefined when it refuses it. */
function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** The characters that laying out may not touch: everything but white space outside strings. */
function solid(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') {
      const from = at++;
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
      out += text.slice(from, at + 1);
    } else if (!' \t\r\n'.includes(text.charAt(at))) out += text.charAt(at);
  }
  return out;
}

describe('scanJson', () => {
  test('accepts what JSON.parse accepts', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(parsed(text)).toBeDefined();
        expect(scanJson(text).fault).toBeUndefined();
      }),
      { numRuns: runs(2000) },
    );
  });

  test('refuses what JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.oneof(mutatedJson, fc.string(), fc.string({ unit: 'binary' })), (text) => {
        expect(scanJson(text).fault === undefined).toBe(parsed(text) !== undefined);
      }),
      { numRuns: runs(5000) },
    );
  });

  test('places of members give back the values, in order, duplicates included', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const { root, members } = scanJson(text);
        const value: unknown = JSON.parse(text);
        if (root === 'array') {
          expect(members.map(({ start, end }) => JSON.parse(text.slice(start, end)) as unknown)).toEqual(value);
          expect(members.map(({ key }) => key)).toEqual(members.map((_, index) => String(index)));
        } else if (root === 'object') {
          const last = new Map(
            members.map(({ key, start, end }) => [key, JSON.parse(text.slice(start, end)) as unknown]),
          );
          const entries = new Map(Object.entries(value as object));
          expect(last).toEqual(entries);
        } else expect(members).toEqual([]);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('a fault of any prefix stands inside it, and what was found before it is right', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), (text, place) => {
        const whole = scanJson(text);
        const prefix = text.slice(0, place % (text.length + 1));
        const { members, fault, end } = scanJson(prefix);
        if (fault) expect(fault.at).toBeLessThanOrEqual(prefix.length);
        expect(end).toBeLessThanOrEqual(prefix.length);
        // A number that the cut shortened is the one value that a prefix can misjudge.
        const sure = members.filter((member) => member.end < prefix.length);
        expect(sure).toEqual(whole.members.slice(0, sure.length));
      }),
      { numRuns: runs(1000) },
    );
  });

  test('depth counts objects and arrays, not brackets in strings', () => {
    expect(scanJson('1').depth).toBe(0);
    expect(scanJson('[[{"a":"[[[["}],[]]').depth).toBe(3);
    expect(scanJson('['.repeat(1_000_000)).depth).toBe(1_000_000);
  });

  test('long runs of backslashes and quotes cost no more than their length', () => {
    const text = `{"a":"${'\\\\'.repeat(500_000)}","b":"${'\\"'.repeat(500_000)}"}`;
    expect(scanJson(text).members.map(({ key }) => key)).toEqual(['a', 'b']);
  });
});

describe('formatJson', () => {
  const anyText = fc.oneof(jsonText, mutatedJson, fc.string());

  test('keeps every character that is not white space between tokens', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(solid(formatJson(text))).toBe(solid(text));
      }),
      { numRuns: runs(2000) },
    );
  });

  test('lays out what is laid out as it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = formatJson(text);
        expect(formatJson(once)).toBe(once);
      }),
      { numRuns: runs(2000) },
    );
  });

  test('valid text means the same after it', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(parsed(formatJson(text))).toEqual(parsed(text));
      }),
    );
  });

  test('looks as people lay JSON out', () => {
    expect(formatJson('{"a":[1.0,{"b":{}}],"a":9007199254740993}')).toBe(
      '{\n  "a": [\n    1.0,\n    {\n      "b": {}\n    }\n  ],\n  "a": 9007199254740993\n}',
    );
    expect(formatJson('[1]', 4)).toBe('[\n    1\n]');
  });

  test('a deep nest is laid out', () => {
    const nest = '['.repeat(20_000) + ']'.repeat(20_000);
    expect(solid(formatJson(nest))).toBe(nest);
  });
});

describe('decodeText of anything', () => {
  test('never throws, and says malformed exactly when JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText, mutatedJson, fc.string()), (text) => {
        expect(decodeText(text).kind === 'malformed').toBe(parsed(text) === undefined);
      }),
      { numRuns: runs(2000) },
    );
  });
});

test('keys of ids are shown as people read them', () => {
  expect(showIdKey(idKey(7))).toBe('7');
  expect(showIdKey(idKey('a"b'))).toBe('"a\\"b"');
  expect(showIdKey(idKey(9007199254740992, '9007199254740993'))).toBe('9007199254740993');
});

test('another id takes along a progress token that was the same, and leaves every other', () => {
  const call = (id: string, token: string): string =>
    `{ "id":${id}, "params":{"_meta":{"progressToken": ${token} },"n":9007199254740993} }`;
  expect(replaceId(call('4', '4'), '5')).toBe(call('5', '5'));
  expect(replaceId(call('"a"', '"a"'), '5')).toBe(call('5', '5'));
  expect(replaceId(call('4', '"4"'), '5')).toBe(call('5', '"4"'));
  expect(replaceId('{"id":4,"params":{}}', '5')).toBe('{"id":5,"params":{}}');
  expect(replaceId('{"params":{"_meta":{"progressToken":4}}}', '5')).toBeUndefined();
});
