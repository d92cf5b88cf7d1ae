/** HTTP+SSE in the fold: what its streams carry and end. */
import { describe, expect, test } from 'vitest';
import { handshake, logOf, OPEN, request } from '../../script.ts';
import { end, endpoint, get, head, post, STREAM } from '../../http-events.ts';

describe('HTTP+SSE', () => {
  const opened = [...OPEN, get('x1'), head('x1', 200, STREAM), endpoint('x1', '/messages')];

  test('the end of its stream ends what waits for an answer on it', () => {
    const log = logOf(...opened, ...post('x2', request(1, 'ping')), head('x2', 202), end('x2'), end('x1'));
    expect(log.operations.get(0)?.outcome).toBe('no-answer');
    expect(log.state.endpoint).toBeUndefined();
    expect(log.state.pending.size).toBe(0);
    expect(log.state.dropped.size).toBe(0);
  });

  test('a message that did not arrive is not answered on the stream', () => {
    const log = logOf(...opened, ...post('x2', request(1, 'ping')), end('x2', 'network'));
    expect(log.operations.get(0)?.outcome).toBe('no-answer');
  });

  test('only the stream that was opened for it says where to post', () => {
    const log = logOf(...handshake(), get('x1'), head('x1', 200, STREAM), endpoint('x1', '/elsewhere'));
    expect(log.state.endpoint).toBeUndefined();
    expect(logOf(...opened).state.endpoint).toEqual({ url: 'http://server/messages', x: 'x1' });
  });
});
