/** A problem of the connection is over when what it said could not be done was done since. */
import { describe, expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { end, head, post } from '../../http-events.ts';
import { c2s, logOf, request, result, s2c } from '../../script.ts';

const problemAfter = (...bodies: readonly EventBody[]): string | undefined => logOf(...bodies).state.problem?.reason;
const problem = (reason: string): EventBody => ({ k: 'connection', event: 'problem', reason });

describe('a problem', () => {
  test.each(['http-unreachable', 'cors-refused'])('%s is over when the server is reached', (reason) => {
    expect(problemAfter(problem(reason), ...post('x2', request(2, 'ping')))).toBe(reason);
    expect(
      problemAfter(problem(reason), ...post('x2', request(2, 'ping')), head('x2', 500), end('x2')),
    ).toBeUndefined();
  });

  test.each(['http-unauthorized', 'http-forbidden'])('%s is over when a request is let through', (reason) => {
    expect(problemAfter(problem(reason), ...post('x2', request(2, 'ping')), head('x2', 403), end('x2'))).toBe(reason);
    expect(
      problemAfter(problem(reason), ...post('x2', request(2, 'ping')), head('x2', 202), end('x2')),
    ).toBeUndefined();
  });

  test('of a server that forgets sessions is over when it answers in one', () => {
    expect(problemAfter(problem('session-lost'), ...post('x2', request(2, 'ping')), head('x2', 200))).toBe(
      'session-lost',
    );
    const answer = s2c(result(2), { x: 'x2' });
    expect(
      problemAfter(problem('session-lost'), ...post('x2', request(2, 'ping')), head('x2', 200), answer),
    ).toBeUndefined();
  });

  test.each(['initialize-refused', 'initialize-unanswered', 'initialize-invalid'])(
    '%s is over when a later one is answered',
    (reason) => {
      const again = [
        c2s(request(2, 'initialize')),
        s2c(result(2, { protocolVersion: '2025-11-25', capabilities: {} })),
      ];
      expect(problemAfter(problem(reason), c2s(request(1, 'ping')), s2c(result(1)))).toBe(reason);
      expect(problemAfter(problem(reason), ...again)).toBeUndefined();
    },
  );

  test('that ended the session stays, and so does one of authorization’s own exchanges', () => {
    expect(problemAfter(problem('endpoint-refused'), ...post('x2', request(2, 'ping')), head('x2', 200))).toBe(
      'endpoint-refused',
    );
    const step = { k: 'http', x: 'x3', step: 'token', status: 200, phase: 'response' } as const;
    expect(problemAfter(problem('http-unauthorized'), step)).toBe('http-unauthorized');
  });

  test('is there again when it comes again', () => {
    const over = [problem('http-unreachable'), ...post('x2', request(2, 'ping')), head('x2', 200), end('x2')];
    expect(problemAfter(...over, problem('http-unreachable'))).toBe('http-unreachable');
  });
});
