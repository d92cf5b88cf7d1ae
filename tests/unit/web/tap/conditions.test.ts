/** What is suggested for a breakpoint, and why one is refused: both are in the language that the tap judges. */
import { describe, expect, test } from 'vitest';
import { CONDITION_PROPERTIES, CONDITION_VALUES, parseCondition } from '#shared/tap';
import { tapping as english } from '../../../../web/tap/words/en.ts';
import { tapping as chinese } from '../../../../web/tap/words/zh-CN.ts';
import { refusedTokens, suggestCondition, tokenFor } from '../../../../web/tap/conditions.ts';

const KNOWN = { method: ['ping', 'tools/call'], tool: ['delete_all', 'echo'], id: ['7', 'a'] };
const tokens = (text: string): string[] => suggestCondition(text, text.length, KNOWN).items.map(({ token }) => token);

describe('suggestions', () => {
  test.each([
    ['', ['method:', 'tool:', 'dir:', 'kind:', 'status:', 'id:', 'size:']],
    ['di', ['dir:']],
    ['dur', []],
    ['dir:', ['dir:c2s', 'dir:s2c']],
    ['method:tools/call -kind:re', ['-kind:request', '-kind:response']],
    ['status:', ['status:error', 'status:ok']],
    ['tool:del', ['tool:delete_all']],
    ['id:', ['id:7', 'id:a']],
  ])('%s', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  test('the tap can judge all of them', () => {
    for (const property of CONDITION_PROPERTIES)
      for (const token of tokens(`${property}:`)) expect(parseCondition(token).unknown).toEqual([]);
  });
});

describe('what can’t be judged is refused in words', () => {
  const say = (text: string, tapping: typeof english): string[] => refusedTokens(text, tapping);

  test('that name the token and say why', () => {
    const all = 'method:ping dir:up dur:>1s size:1q tol:x';
    expect(say(all, english)).toEqual([
      english.refused.value('dir:up', CONDITION_VALUES.dir.join(', ')),
      english.refused.filterOnly('dur:'),
      english.refused.malformed('size:1q'),
      expect.stringContaining('tol:x'),
    ]);
    expect(say(all, chinese)).toHaveLength(4);
    expect(say('method:ping some words', english)).toEqual([]);
  });

  test('a method that can’t be written as a token is none to break on', () => {
    expect([tokenFor('method', 'tools/call'), tokenFor('method', 'a b'), tokenFor('method', 'a"b')]).toEqual([
      'method:tools/call',
      'method:"a b"',
      undefined,
    ]);
  });
});
