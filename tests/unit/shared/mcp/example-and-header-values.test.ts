/** Values that are made of schemas without end, and values that no header can carry. */
import { expect, test } from 'vitest';
import { exampleValue, mirroredHeaders } from '#shared/mcp';

test('schemas that refer to each other without end give a value that has one', () => {
  const names = [...'abcdefgh'];
  const schema = {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { $ref: '#' }])),
  };
  const value = exampleValue(schema);
  expect(Object.keys(value as object)).toEqual(names);
  expect(JSON.stringify(value).length).toBeLessThan(200_000);
});

test('a version that no header can carry is encoded', () => {
  const message = { method: 'ping', params: { _meta: { 'io.modelcontextprotocol/protocolVersion': 'a\nb' } } };
  expect(mirroredHeaders(message, '2026-07-28', [])[0]).toEqual(['MCP-Protocol-Version', '=?base64?YQpi?=']);
});
