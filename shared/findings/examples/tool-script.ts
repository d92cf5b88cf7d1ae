/** What examples about tools are written with. */
import type { EventBody } from '#shared/recording';
import { answered, fresh, meta, request, result } from './messages.ts';
import { afterHandshake, type Agreed, discovered, type Example } from './script.ts';

export const before = (revision = '2025-11-25', agreed: Agreed = { server: { tools: { listChanged: true } } }) =>
  afterHandshake(revision, agreed);
const OBJECT = { type: 'object' };
export const tool = (more: object = {}): object => ({ name: 'count_words', inputSchema: OBJECT, ...more });
export const listing = (id: string, ...tools: readonly object[]): readonly EventBody[] =>
  answered(request(id, 'tools/list'), result(id, { tools }));
/** A list of one tool that breaks it, and of one that keeps it. */
export const listed = (broken: object, kept: object, revision?: string): Example => ({
  before: before(revision),
  violates: listing('l1', broken),
  conforms: listing('l1', kept),
});
export const called = (id: string, params: object, got: object): readonly EventBody[] =>
  answered(request(id, 'tools/call', { name: 'count_words', ...params }), got);
/** One call, without a list. */
export const oneCall = (broken: object, kept: object, revision?: string): Example => ({
  before: before(revision),
  violates: called('c1', {}, result('c1', broken)),
  conforms: called('c1', {}, result('c1', kept)),
});
export const afterList = (own: object, violates: readonly EventBody[], conforms: readonly EventBody[]): Example => ({
  before: [...before(), ...listing('l1', tool(own))],
  violates,
  conforms,
});
export const text = (content: string): object => ({ content: [{ type: 'text', text: content }] });
export const COUNT = { type: 'object', properties: { words: { type: 'integer' } }, required: ['words'] };
export const modernList = (id: string, ...tools: readonly object[]): readonly EventBody[] =>
  answered(request(id, 'tools/list', { _meta: meta() }), fresh(id, { tools }));
/** A list of the per-request era with one tool of these arguments. */
export const marked = (broken: object, kept: object): Example => ({
  before: discovered({ server: { tools: {} } }),
  violates: modernList('l1', tool({ inputSchema: { type: 'object', ...broken } })),
  conforms: modernList('l1', tool({ inputSchema: { type: 'object', ...kept } })),
});
export const mark = (header: unknown, type: unknown = 'string'): object => ({ type, 'x-mcp-header': header });
export const TENANT = { properties: { tenant: mark('Tenant') } };
