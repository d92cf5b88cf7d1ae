import { expect, test } from 'vitest';
import { decodeText } from '#shared/jsonrpc';
import type { Direction } from '#shared/recording';
import { OpenRequests, parseCondition } from '#shared/tap';

const SESSION: readonly (readonly [Direction, string])[] = [
  ['c2s', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"delete_all","arguments":{"really":"Yes"}}}'],
  ['s2c', '{"jsonrpc":"2.0","id":1,"result":{}}'],
  ['c2s', '{"jsonrpc":"2.0","id":"1","method":"resources/read","params":{"uri":"file:///a b"}}'],
  ['s2c', '{"jsonrpc":"2.0","id":"1","error":{"code":-32000,"message":"no"}}'],
  ['s2c', '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'],
  ['s2c', '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
  ['c2s', '{"jsonrpc":"2.0","id":1,"result":{}}'],
  ['c2s', '[{"jsonrpc":"2.0","id":8,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/cancelled"}]'],
  ['s2c', 'not json'],
  ['s2c', `{"jsonrpc":"2.0","id":8,"result":{"text":"${'x'.repeat(5_000_000)}"}}`],
];

const DECODED = SESSION.map(([, line]) => decodeText(line));

const fitting = (text: string): number[] => {
  const { fits } = parseCondition(text);
  const open = new OpenRequests();
  return SESSION.flatMap(([dir, line], index) =>
    fits(open.see(dir, DECODED[index] ?? decodeText(''), line, line.length)) ? [index] : [],
  );
};

test.each<[string, number[]]>([
  ['', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['method:tools/call', [0, 1]],
  ['method:tools/call dir:s2c', [1]],
  ['method:TOOLS/*', [0, 1]],
  ['method:ping', [5, 6, 7, 9]],
  ['-method:*', [8]],
  ['tool:delete_*', [0, 1]],
  ['tool:"file:///a b"', [2, 3]],
  ['-tool:* kind:request', [5, 7]],
  ['kind:notification', [4, 7]],
  ['kind:response', [1, 3, 6, 9]],
  ['kind:error', [3, 8]],
  ['id:1', [0, 1, 2, 3, 5, 6]],
  ['id:"1" -kind:error', [0, 1, 2, 5, 6]],
  ['size:>4m', [9]],
  ['yes', [0]],
  ['"really\\":"', []],
  ['list_changed -dir:c2s', [4]],
  ['http://x', []],
])('%s', (text, expected) => {
  expect(fitting(text)).toEqual(expected);
  expect(parseCondition(text).unknown).toEqual([]);
});

test('a status is that of a response: a tool that failed is none that went well, and other results have no such member', () => {
  const lines: typeof SESSION = [
    ...SESSION.slice(0, 4),
    ['c2s', '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x"}}'],
    ['s2c', '{"jsonrpc":"2.0","id":7,"result":{"isError":true,"content":[]}}'],
    ['c2s', '{"jsonrpc":"2.0","id":8,"method":"prompts/get","params":{"name":"x"}}'],
    ['s2c', '{"jsonrpc":"2.0","id":8,"result":{"isError":true}}'],
    ['s2c', 'not json'],
  ];
  const those = (condition: string): number[] => {
    const open = new OpenRequests();
    const { fits } = parseCondition(condition);
    return lines.flatMap(([dir, line], index) =>
      fits(open.see(dir, decodeText(line), line, line.length)) ? [index] : [],
    );
  };
  expect(those('status:error')).toEqual([3, 5, 8]);
  expect(those('status:ok')).toEqual([1, 7]);
  expect(those('kind:error')).toEqual([3, 8]);
  expect(parseCondition('status:pending -status:fault').unknown).toEqual(['status:pending', '-status:fault']);
});

test('what can’t be judged on one message is named', () => {
  expect(parseCondition('dur:>1s dir:up kind:stderr size:1q -by:user method: tol:x method:ping').unknown).toEqual([
    'dur:>1s',
    'dir:up',
    'kind:stderr',
    'size:1q',
    '-by:user',
    'method:',
    'tol:x',
  ]);
});
