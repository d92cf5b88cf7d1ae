/** What is said against single messages. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REVISIONS } from '#shared/mcp';
import { checkMessage, type MessageContext } from '#shared/mcp/schema';
import { checkType } from './check-type.ts';
import { runs } from '../../seed.ts';

const client: MessageContext = { sender: 'client' };
const server: MessageContext = { sender: 'server' };
const call = (method: string, params?: object, id: unknown = 1): object => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});
const answer = (result: unknown): object => ({ jsonrpc: '2.0', id: 1, result });
const places = (revision: string, message: unknown, context: MessageContext): string[] =>
  checkMessage(revision, message, context).map(({ at, code }) => `${at} ${code}`);

describe('checking a message', () => {
  it('points at what is missing or of the wrong type', () => {
    expect(places('2025-11-25', call('resources/read', {}), client)).toEqual(['/params required']);
    expect(places('2025-11-25', call('tools/call', { name: 3, arguments: [] }), client)).toEqual(
      ['/params/arguments type', '/params/name type'].sort().reverse(),
    );
    expect(places('2025-11-25', { id: 4, method: 'ping' }, client)).toEqual([' required']);
    expect(places('2025-11-25', call('ping', undefined, null), client)).toEqual(['/id anyOf']);
  });

  it('speaks of the alternative that was meant', () => {
    const content = [{ type: 'text', text: 3 }, { type: 'json' }, { type: 'image', data: '%', mimeType: 'a/b' }, 5];
    const problems = checkMessage('2025-11-25', answer({ content }), { sender: 'server', answers: 'tools/call' });
    expect(problems.map(({ at, code }) => `${at} ${code}`)).toEqual([
      '/result/content/0/text type',
      '/result/content/1/type anyOf',
      '/result/content/2/data format',
      '/result/content/3 anyOf',
    ]);
    expect(problems[1]?.message).toContain('"text", "image", "audio", "resource_link", "resource"');

    const url = call('elicitation/create', { mode: 'url', message: '' });
    expect(places('2025-11-25', url, server)).toEqual(['/params required', '/params required']);
  });

  it('judges by the revision', () => {
    const audio = { messages: [{ role: 'user', content: { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' } }] };
    const context = { sender: 'server', answers: 'prompts/get' } as const;
    expect(places('2024-11-05', answer(audio), context)).toEqual(['/result/messages/0/content/type anyOf']);
    expect(places('2025-03-26', answer(audio), context)).toEqual([]);
    expect(places('2026-07-28', answer(audio), context)).toEqual(['/result required']);
    expect(places('2024-10-07', call('tools/list'), client)).toEqual([]);
    expect(places('2025-12-31', call('tools/list'), client)).toEqual([]);
    expect(places('2026-07-28', call('tools/list'), client)).toEqual([' required']);
  });

  it('says who sends a method and which revision has it', () => {
    expect(places('2025-11-25', call('tools/list'), server)).toEqual(['/method direction']);
    expect(places('2026-07-28', call('ping', {}), client)).toEqual(['/method revision']);
    expect(places('2025-11-25', call('server/discover'), client)).toEqual(['/method revision']);
    expect(places('2025-11-25', call('tools/invoke'), client)).toEqual(['/method unknown-method']);
    expect(places('2025-11-25', { jsonrpc: '2.0', method: 'tools/list' }, client)).toEqual([' shape']);
    expect(places('2025-11-25', call('notifications/initialized'), client)).toEqual([' shape']);
  });

  it('allows one kind of message at a time', () => {
    expect(places('2025-11-25', { jsonrpc: '2.0', id: 1 }, client)).toEqual([' shape']);
    const both = { ...answer({}), error: { code: 1, message: '' } };
    expect(places('2025-11-25', both, client)).toEqual([' shape']);
    expect(places('2025-11-25', { ...call('ping'), result: {} }, client)).toEqual([' shape']);
  });

  it('has batches in 2025-03-26 only', () => {
    const batch = [call('ping'), call('tools/call', {})];
    expect(places('2025-03-26', batch, client)).toEqual(['/1/params required']);
    expect(places('2025-06-18', batch, client)).toEqual([' batch']);
    expect(places('2025-03-26', [], client)).toEqual([' batch']);
    expect(places('2025-03-26', [call('ping'), answer({})], client)).toEqual([' batch']);
    expect(places('2025-03-26', [answer({}), answer(3)], client)).toEqual(['/1/result type']);
  });

  it('knows the data of errors', () => {
    const error = (code: number, data?: object): object => ({
      jsonrpc: '2.0',
      id: 1,
      error: { code, message: '', data },
    });
    expect(places('2025-11-25', error(-32042, { elicitations: [{ mode: 'url' }] }), server).length).toBe(3);
    expect(places('2025-06-18', error(-32042, { elicitations: 3 }), server)).toEqual([]);
    expect(places('2026-07-28', error(-32022, { supported: ['2026-07-28'] }), server)).toEqual([
      '/error/data required',
    ]);
    expect(places('2026-07-28', { jsonrpc: '2.0', error: { code: 1.5, message: '' } }, server)).toEqual([
      '/error/code type',
    ]);
    expect(places('2025-06-18', { jsonrpc: '2.0', error: { code: 1, message: '' } }, server)).toEqual([' required']);
  });

  it('judges a result by what was asked for and by its own kind', () => {
    const task = { taskId: 't', status: 'working', createdAt: '', lastUpdatedAt: '' };
    const context = { sender: 'server', answers: 'tools/call' } as const;
    const plain = answer({ content: [] });
    expect(places('2025-11-25', plain, { ...context, asTask: true })).toEqual(['/result required']);
    expect(places('2025-11-25', answer({ task: { ...task, ttl: null } }), context)).toEqual([]);
    expect(places('2025-11-25', answer({ task: { ...task, ttl: null } }), { ...context, asTask: false })).toHaveLength(
      1,
    );
    const modern = (result: object): object => answer({ resultType: 'complete', ...result });
    expect(places('2026-07-28', modern({ ...task, resultType: 'task', ttlMs: 1 }), context)).toEqual([]);
    expect(places('2026-07-28', modern({ ...task, resultType: 'task' }), context)).toEqual(['/result required']);
    const asks = { r: { method: 'roots/list' }, t: { method: 'tools/call', params: { name: '' } } };
    expect(places('2026-07-28', modern({ resultType: 'input_required', inputRequests: asks }), context)).toEqual([
      '/result/inputRequests/t/method anyOf',
    ]);
    expect(
      places('2026-07-28', modern({ resultType: 'input_required' }), { sender: 'server', answers: 'tools/list' })
        .length,
    ).toBe(3);
  });

  it('knows what a task of the extension must say in each status', () => {
    const context = { sender: 'server', answers: 'tasks/get' } as const;
    const task = { resultType: 'complete', taskId: 't', createdAt: '', lastUpdatedAt: '', ttlMs: null };
    const verdict = (more: object): string[] => places('2026-07-28', answer({ ...task, ...more }), context);
    expect(verdict({ status: 'working' })).toEqual([]);
    expect(verdict({ status: 'completed' })).toEqual(['/result required']);
    expect(verdict({ status: 'completed', result: {} })).toEqual([]);
    expect(verdict({ status: 'failed', result: {} })).toEqual(['/result required']);
    expect(verdict({ status: 'input_required', inputRequests: { r: { method: 'roots/list' } } })).toEqual([]);
    expect(verdict({ status: 'done' })).toEqual(['/result/status enum']);
  });

  it('never throws, is bounded, and takes any name', () => {
    const sender = fc.constantFrom('client' as const, 'server' as const);
    const member = fc.constantFrom(
      'jsonrpc',
      'id',
      'method',
      'params',
      'result',
      'error',
      '__proto__',
      '\ud800',
      'a/b~',
    );
    const value = fc.oneof(
      fc.anything({ withBigInt: true, withNullPrototype: true }),
      fc.dictionary(member, fc.anything()),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...REVISIONS, '', 'x'),
        value,
        sender,
        fc.string(),
        (revision, message, side, answers) => {
          expect(checkMessage(revision, message, { sender: side, answers }).length).toBeLessThanOrEqual(100);
        },
      ),
      { seed: 3, numRuns: runs(500) },
    );
    const tools = Array.from({ length: 500 }, () => ({ name: 1 }));
    expect(places('2025-11-25', answer({ tools }), { sender: 'server', answers: 'tools/list' })).toHaveLength(100);
    const many = Array.from({ length: 50_000 }, () => ({ name: 1 }));
    expect(places('2025-11-25', answer({ tools: many }), { sender: 'server', answers: 'tools/list' })).toEqual([
      '/result/tools/0 required',
      '/result/tools/0/name type',
    ]);
    expect(places('2025-11-25', call('tools/call', { name: 'x', arguments: { '\ud800': 1 } }), client)).toEqual([]);
    expect(places('2025-11-25', call('tools/call', { name: 1, arguments: { 'a\ud800': 1 } }), client)).toEqual([
      '/params/name type',
    ]);
    expect(places('2025-11-25', undefined, client)).toEqual([' shape']);
    expect(places('2025-11-25', answer(1n), client)).toEqual([' unreadable']);
  });

  it('reads ten megabytes of base64 and a deep value', () => {
    const data = 'AAAA'.repeat(2_500_000);
    const image = (text: string): object => answer({ content: [{ type: 'image', data: text, mimeType: 'image/png' }] });
    const context = { sender: 'server', answers: 'tools/call' } as const;
    expect(places('2025-11-25', image(data), context)).toEqual([]);
    expect(places('2025-11-25', image(`${data}A`), context)).toEqual(['/result/content/0/data format']);
    const deep = JSON.parse('{"a":'.repeat(5000) + '1' + '}'.repeat(5000)) as object;
    expect(places('2025-11-25', call('tools/call', { name: '', arguments: deep }), client)).toEqual([]);
  });

  it('checks a single type too', () => {
    expect(checkType('2025-11-25', 'Tool', { name: 'x', inputSchema: { type: 'object' } })).toEqual([]);
    expect(checkType('2025-11-25', 'Tool', { name: 'x' })).toMatchObject([{ at: '', keyword: 'required' }]);
    expect(checkType('2024-11-05', 'AudioContent', {})).toBeUndefined();
    expect(checkType('2024-11-05', 'toString', {})).toBeUndefined();
  });
});
