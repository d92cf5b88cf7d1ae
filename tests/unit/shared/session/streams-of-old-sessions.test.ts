/** A session that is over leaves nothing to the one that is. */
import { describe, expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { logOf, OPEN, request, result, s2c } from '../../script.ts';
import { end, get, head, post, STREAM } from '../../http-events.ts';

describe('a session that is over', () => {
  const welcome = (id: number): object =>
    result(id, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} });
  const initialize = (id: number): object => request(id, 'initialize', { protocolVersion: '2025-11-25' });
  const begun = (x: string, id: number, session: string): EventBody[] => [
    ...post(x, initialize(id)),
    head(x, 200, [['Mcp-Session-Id', session]]),
    s2c(welcome(id), { x }),
    end(x),
  ];
  const LOST: EventBody = { k: 'connection', event: 'restarted', reason: 'session-lost' };

  test('leaves no stream to be gone on with', () => {
    const before = [...OPEN, ...begun('x1', 1, 'one'), get('x2', [['Mcp-Session-Id', 'one']]), head('x2', 200, STREAM)];
    expect(logOf(...before, end('x2')).state.dropped.size).toBe(1);
    expect(logOf(...before, LOST, ...begun('x3', 2, 'two'), end('x2')).state.dropped.size).toBe(0);
  });

  test('does not give its id to the one that is', () => {
    const log = logOf(
      ...OPEN,
      ...begun('x1', 1, 'one'),
      ...post('x2', request(2, 'ping'), 'one'),
      LOST,
      ...begun('x3', 3, 'two'),
      head('x2', 200, [['Mcp-Session-Id', 'one']]),
    );
    expect(log.state.httpSession).toBe('two');
  });
});
