/** The steps of the lifecycle: what of them a session went through, and how. */
import { describe, expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { phaseSteps } from '../../../../web/timeline/phase-steps.ts';
import { end, post } from '../../http-events.ts';
import { logOf, request } from '../../script.ts';

const shutdownOf = (...bodies: readonly EventBody[]): string | undefined =>
  phaseSteps(logOf(...bodies).state).find(({ phase }) => phase === 'shutdown')?.status;
const OPENED: readonly EventBody[] = [
  { k: 'connection', event: 'opening' },
  { k: 'process', event: 'spawn', pid: 7 },
  { k: 'connection', event: 'open' },
];

test('the connection failed when no request reached the server, and the handshake was not begun', () => {
  const { state } = logOf(
    ...OPENED.filter(({ k }) => k === 'connection'),
    ...post('x1', request(1, 'initialize', {})),
    { ...end('x1'), by: 'network', error: 'connect ECONNREFUSED 127.0.0.1:9' } as EventBody,
    { k: 'connection', event: 'problem', reason: 'http-unreachable', detail: 'connect ECONNREFUSED 127.0.0.1:9' },
    { k: 'connection', event: 'closing', reason: 'http-unreachable' },
    { k: 'connection', event: 'closed', reason: 'http-unreachable' },
  );
  expect(Object.fromEntries(phaseSteps(state).map(({ phase, status }) => [phase, status]))).toMatchObject({
    connection: 'failed',
    initialization: 'skipped',
    shutdown: 'done',
  });
});

describe('the shutdown', () => {
  test('is to come while the session runs', () => expect(shutdownOf(...OPENED)).toBe('next'));
  test('is done when the client closed', () =>
    expect(
      shutdownOf(
        ...OPENED,
        { k: 'connection', event: 'closing' },
        { k: 'connection', event: 'closed', reason: 'user' },
      ),
    ).toBe('done'));
  test('only ended when the server died', () =>
    expect(
      shutdownOf(
        ...OPENED,
        { k: 'process', event: 'exit', code: 1 },
        { k: 'connection', event: 'closed', reason: 'server-exited' },
      ),
    ).toBe('ended'));
});
