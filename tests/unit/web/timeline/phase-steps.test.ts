/** The steps of the lifecycle: what of them a session went through, and how. */
import { describe, expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { phaseSteps } from '../../../../web/timeline/phase-steps.ts';
import { logOf } from '../../script.ts';

const shutdownOf = (...bodies: readonly EventBody[]): string | undefined =>
  phaseSteps(logOf(...bodies).state).find(({ phase }) => phase === 'shutdown')?.status;
const OPENED: readonly EventBody[] = [
  { k: 'connection', event: 'opening' },
  { k: 'process', event: 'spawn', pid: 7 },
  { k: 'connection', event: 'open' },
];

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
