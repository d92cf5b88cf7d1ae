/** The sentence about a finding, with values that are there and values that are not. */
import { expect, test } from 'vitest';
import { sentenceOf } from '#shared/findings';
import { findingsWordsIn } from '#shared/findings/words';

const CASES: readonly (readonly ['en' | 'zh-CN', string, readonly string[], string])[] = [
  ['en', 'rpc-version-field', ['"1.0"'], '`jsonrpc` is "1.0".'],
  ['en', 'rpc-version-field', [''], '`jsonrpc` is missing.'],
  ['en', 'auth-token-in-query', ['$&'], 'The URL has the parameter `$&`.'],
  ['zh-CN', 'rpc-version-field', ['"1.0"'], '`jsonrpc` 为 "1.0"。'],
  ['zh-CN', 'rpc-version-field', [''], '`jsonrpc` 缺失。'],
  ['zh-CN', 'init-params-required', ['clientInfo', ''], '`initialize` 的参数中，`clientInfo` 缺失。'],
  ['zh-CN', 'http-session-header-missing', ['', '7f'], '`Mcp-Session-Id` 缺失，当前会话为 7f。'],
];

test.each(CASES)('%s: %s with %j', async (language, rule, found, sentence) => {
  expect(sentenceOf(await findingsWordsIn(language), { rule, found })).toBe(sentence);
});
