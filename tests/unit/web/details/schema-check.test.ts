import { describe, expect, it } from 'vitest';
import type { MessageEvent } from '#shared/recording';
import { checkEvent, type SchemaCheck } from '../../../../web/details/schema-check.ts';
import { logOf } from '../../log-of.ts';

const INITIALIZE =
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}';
const INITIALIZED =
  '<{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-03-26","capabilities":{},"serverInfo":{"name":"b","version":"1"}}}';

/** What is said of the last of these messages. */
function checked(...texts: readonly string[]): SchemaCheck | undefined {
  const log = logOf(...texts);
  return checkEvent(log, log.events.at(-1) as MessageEvent);
}

describe('advice on a message of the log', () => {
  it('is of the revision offered, then of the one agreed on', () => {
    expect(checked(INITIALIZE)).toEqual({ revision: '2025-06-18', problems: [] });
    expect(checked(INITIALIZE, INITIALIZED)).toEqual({ revision: '2025-03-26', problems: [] });
  });

  it('is of the revision that a request names', () => {
    const meta = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}';
    const named = checked(INITIALIZE, INITIALIZED, `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{${meta}}}`);
    expect(named?.revision).toBe('2026-07-28');
  });

  it('names the place of a member that is missing', () => {
    const call = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{}}';
    expect(checked(INITIALIZE, INITIALIZED, call)?.problems).toMatchObject([{ at: '/params/name', code: 'required' }]);
  });

  it('knows what a result answers', () => {
    const list = '{"jsonrpc":"2.0","id":2,"method":"tools/list"}';
    const result = '<{"jsonrpc":"2.0","id":2,"result":{"tools":[{"inputSchema":{"type":"object"}}]}}';
    expect(checked(INITIALIZE, INITIALIZED, list, result)?.problems).toMatchObject([
      { at: '/result/tools/0/name', code: 'required' },
    ]);
  });

  it.each([
    ['before a revision is named', '{"jsonrpc":"2.0","method":"a"}'],
    ['on what is not JSON', '{"jsonrpc":'],
    ['on what is too long', JSON.stringify({ text: 'a'.repeat(300_000) })],
  ])('is not given %s', (_, text) => {
    expect(checked(text)).toBeUndefined();
  });
});
