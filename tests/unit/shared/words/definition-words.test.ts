/** What happened to a definition, said of the part that people know by a name. */
import { expect, test } from 'vitest';
import { compareRecordings } from '#shared/compare';
import { definitionWords } from '#shared/words';
import * as chinese from '#shared/words/zh-CN';
import { asked, recordedTexts } from '../../recorded-of.ts';

const tool = (inputSchema: object, more: object = {}): readonly string[] =>
  asked(1, 'tools/list', undefined, {
    tools: [{ name: 'sum', inputSchema: { type: 'object', ...inputSchema }, ...more }],
  });
const prompt = (...args: readonly object[]): readonly string[] =>
  asked(1, 'prompts/list', undefined, { prompts: [{ name: 'greet', arguments: args }] });
const [text, number] = [{ type: 'string' }, { type: 'number' }];

test.each<[before: readonly string[], after: readonly string[], english: string, chinese: string]>([
  [
    tool({ properties: { a: number } }),
    tool({ properties: { a: text } }),
    'parameter a of tool sum has a different type: "string" (was: "number")',
    '工具 sum 的参数 a 类型改变："string"（原为："number"）',
  ],
  [
    tool({ properties: { 'a/b': { type: 'array', items: { properties: { '*': number } } } } }),
    tool({ properties: { 'a/b': { type: 'array', items: { properties: { '*': text } } } } }),
    'parameter a/b[].* of tool sum has a different type: "string" (was: "number")',
    '工具 sum 的参数 a/b[].* 类型改变："string"（原为："number"）',
  ],
  [
    tool({ properties: { a: { minimum: 1 } } }),
    tool({ properties: { a: { minimum: 2 } } }),
    'parameter a of tool sum allows fewer values, at /inputSchema/properties/a/minimum: 2 (was: 1)',
    '工具 sum 的参数 a 允许的范围变小，位于 /inputSchema/properties/a/minimum：2（原为：1）',
  ],
  [
    tool({ properties: { a: text } }),
    tool({ properties: { a: text }, required: ['a'] }),
    'parameter a of tool sum is now required',
    '工具 sum 的参数 a 变为必需',
  ],
  [
    tool({ properties: { a: text } }),
    tool({ properties: {} }),
    'parameter a of tool sum was removed (was: {"type":"string"})',
    '工具 sum 的参数 a 已移除（原为：{"type":"string"}）',
  ],
  [
    tool({}, { outputSchema: { properties: { t: number } } }),
    tool({}, { outputSchema: { properties: { t: text } } }),
    'output field t of tool sum has a different type: "string" (was: "number")',
    '工具 sum 的输出字段 t 类型改变："string"（原为："number"）',
  ],
  [
    prompt({ name: 'who' }),
    prompt({ name: 'who' }, { name: 'how', required: true }),
    'argument how of prompt greet is new and required: {"name":"how","required":true}',
    '提示词 greet 的参数 how 为新增，且必需：{"name":"how","required":true}',
  ],
  [
    tool({}),
    tool({ additionalProperties: false }),
    'tool sum accepts or returns less, at /inputSchema/additionalProperties: false (was: absent)',
    '工具 sum 接受或给出的范围变小，位于 /inputSchema/additionalProperties：false（原为：不存在）',
  ],
])('%#', (before, after, english, inChinese) => {
  const [change] = compareRecordings(recordedTexts(...before), recordedTexts(...after)).definitions;
  if (!change) throw new Error('nothing differs');
  expect(definitionWords(change)).toBe(english);
  expect(definitionWords(change, chinese)).toBe(inChinese);
});
