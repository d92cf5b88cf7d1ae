import { expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { failedRequest } from '../../../../../web/session/direct/failed-request.ts';
import { toEvents } from '../../../arbitraries.ts';

const asked = (x: string, method: string): EventBody => ({ k: 'http', x, phase: 'request', method });
const ended = (x: string, by: 'server' | 'network'): EventBody => ({ k: 'http', x, phase: 'end', by });
const PROBLEM: EventBody = { k: 'connection', event: 'problem', reason: 'http-unreachable' };

test('a problem belongs to the request that failed last, not to the latest one', () => {
  const events = toEvents([
    asked('x1', 'GET'),
    asked('x2', 'POST'),
    asked('x3', 'DELETE'),
    ended('x3', 'server'),
    ended('x1', 'network'),
    PROBLEM,
    ended('x2', 'network'),
    PROBLEM,
  ]);
  expect(failedRequest(events, 5)).toMatchObject({ x: 'x1', method: 'GET' });
  expect(failedRequest(events, 7)).toMatchObject({ x: 'x2', method: 'POST' });
});

test('without a failed exchange there is none', () => {
  expect(failedRequest(toEvents([asked('x1', 'GET'), PROBLEM]), 1)).toBeUndefined();
});
