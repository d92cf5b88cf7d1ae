/** A private key that stands over several lines. */
import { describe, expect, test } from 'vitest';
import { MIXED, stderr, stdout, texts } from '../../redacted-texts.ts';

describe('a private key that is printed line by line', () => {
  const BEGIN = '-----BEGIN RSA PRIVATE KEY-----';
  const END = '-----END RSA PRIVATE KEY-----';
  const BODY = [`MII${MIXED.slice(0, 61)}`, `${MIXED.slice(9, 70)}+/9`, 'Qw=='];
  const SHOWN = ['‹private-key:1›', '‹private-key:2›', '‹private-key:3›'];

  test('on standard error, whatever comes in between on other streams', () => {
    const lines = ['key:', BEGIN, 'Proc-Type: 4,ENCRYPTED', '', ...BODY, END, 'done', 'Version: 2'];
    expect(texts(...lines.flatMap((line) => [stderr(`${line}\r\n`), stdout('{"a":1}')]))).toEqual(
      ['key:', BEGIN, '‹private-key:1›', '', '‹private-key:2›', '‹private-key:3›', '‹private-key:4›', END]
        .concat('done', 'Version: 2')
        .flatMap((line) => [`${line}\r\n`, '{"a":1}']),
    );
  });

  test('on standard output, where it is no JSON; messages stay', () => {
    expect(texts(...[BEGIN, ...BODY, END, 'ok'].map(stdout))).toEqual([BEGIN, ...SHOWN, END, 'ok']);
    expect(texts(stdout(BEGIN), stdout('true'), stdout('abcd'))).toEqual([BEGIN, 'true', 'abcd']);
    expect(texts(stdout(BEGIN), stdout('{"id":1}'), stdout('abcd'))).toEqual([BEGIN, '{"id":1}', 'abcd']);
  });

  test('in pieces of several lines', () => {
    const [first = '', second = '', last = ''] = BODY;
    expect(texts(stderr(`${BEGIN}\n${first}\n`), stderr(`${second}\n${last}\n${END}\nplain\n`))).toEqual([
      expect.stringMatching(/^‹private-key:1›/),
      `‹private-key:2›\n‹private-key:3›\n${END}\nplain\n`,
    ]);
  });

  test('ends at the first other line, and after two hundred', () => {
    expect(texts(...[BEGIN, 'is missing in the file', 'abcd'].map(stderr))).toEqual([
      BEGIN,
      'is missing in the file',
      'abcd',
    ]);
    expect(texts(...[`no ${BEGIN} in the file`, 'abcd'].map(stderr))).toEqual([`no ${BEGIN} in the file`, 'abcd']);
    const many = texts(stderr(BEGIN), ...Array.from({ length: 300 }, (_, at) => stderr(`word${at}x`)));
    expect(many.filter((text) => String(text).startsWith('‹'))).toHaveLength(200);
  });
});
