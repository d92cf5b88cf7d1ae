/** Lists of several pages, and what was listed when something is held against it. */
import { expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import {
  client,
  failure,
  notification,
  request,
  result,
  server,
} from '../../../../shared/findings/examples/messages.ts';
import { afterHandshake, SPAWNED } from '../../../../shared/findings/examples/script.ts';
import { findingsOf } from './run.ts';

const given = afterHandshake('2025-11-25', { server: { tools: { listChanged: true } } });
const tool = (name: string): object => ({ name, inputSchema: { type: 'object', required: ['x'] } });
const page = (id: number, names: readonly string[], cursor?: string, nextCursor?: string): readonly EventBody[] => [
  client(request(id, 'tools/list', cursor === undefined ? undefined : { cursor })),
  server(result(id, { tools: names.map(tool), ...(nextCursor === undefined ? {} : { nextCursor }) })),
];
const changed = server(notification('notifications/tools/list_changed'));
const call = (id: number, name: string): EventBody => client(request(id, 'tools/call', { name, arguments: {} }));
const found = (events: readonly EventBody[]): readonly string[] =>
  findingsOf([...given, ...events]).map(({ rule, related }) => `${rule} ${related.join()}`);

test('a name that an earlier page has is found again, unless the list changed between them', () => {
  const first = page(1, ['a', 'b'], undefined, '2');
  const second = page(2, ['c', 'a'], '2');
  expect(found([...first, ...second])).toEqual([`tool-name-unique ${given.length + 1}`]);
  expect(found([...first, changed, ...second])).toEqual([]);
  expect(found([...first, ...page(2, ['a'])])).toEqual([]);
});

test('a name is unlisted only by a list that was read to its end and holds still', () => {
  expect(found([...page(1, ['a'], undefined, '2'), call(2, 'z')])).toEqual([]);
  expect(found([...page(1, ['a']), changed, call(2, 'z')])).toEqual([]);
  expect(found([...page(1, ['a']), call(2, 'z')])).toEqual([`tool-call-unlisted ${given.length}`]);
});

test('an error about something earlier says nothing of the name', () => {
  const events = [...page(1, ['a']), call(2, 'z'), server(failure(2, -32042, 'first', { elicitations: [] }))];
  expect(found(events)).not.toContainEqual(expect.stringContaining('tool-unknown-protocol-error'));
});

test('arguments are held against what is listed, not against a list that changed', () => {
  expect(found([...page(1, ['a']), call(2, 'a')])).toEqual([`tool-call-args-mismatch ${given.length + 1}`]);
  expect(found([...page(1, ['a']), changed, call(2, 'a')])).toEqual([]);
});

test('another session owes nothing to the lists of the one before', () => {
  const again = afterHandshake('2025-11-25', { server: { tools: { listChanged: true } } }).slice(SPAWNED.length);
  const restarted: EventBody = { k: 'process', event: 'spawn', pid: 4712 };
  expect(found([...page(1, ['a']), restarted, ...again, ...page(2, ['b'])])).toEqual([]);
});

test('a method of an extension that a side declares is not unknown', () => {
  const skills = client(request(5, 'skills/list'));
  const rules = (capabilities: object): readonly string[] =>
    findingsOf([...afterHandshake('2025-11-25', { server: capabilities }), skills]).map(({ rule }) => rule);
  expect(rules({ extensions: { 'io.modelcontextprotocol/skills': {} } })).toEqual([]);
  expect(rules({})).toEqual(['method-unknown']);
});

test.each([
  [{ readOnlyHint: true, destructiveHint: false, idempotentHint: true }, []],
  [{ readOnlyHint: true, destructiveHint: true }, ['tool-annotations-conflict']],
])('hints %j', (annotations, rules) => {
  const listed = result(1, { tools: [{ name: 'a', inputSchema: { type: 'object' }, annotations }] });
  const seen = findingsOf([...given, client(request(1, 'tools/list')), server(listed)]).map(({ rule }) => rule);
  expect(seen).toEqual(rules);
});

test('an inputSchema without a type is shown as it is', () => {
  const listed = result(1, { tools: [{ name: 'a', inputSchema: { properties: {} } }] });
  expect(findingsOf([...given, client(request(1, 'tools/list')), server(listed)])).toMatchObject([
    { rule: 'tool-input-schema-object', found: ['"a"', '{"properties":{}}'] },
  ]);
});
