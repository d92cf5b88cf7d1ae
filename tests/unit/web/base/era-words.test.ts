/** Every verdict on a server's era has words, in both languages. */
import { expect, test } from 'vitest';
import { connectionExplained, eraReason } from '#shared/words';
import * as en from '../../../../web/base/i18n/en/all.ts';
import * as zh from '../../../../web/base/i18n/zh-CN/all.ts';

const REASONS = [
  'discovered',
  'chosen',
  'discovered-handshake-only',
  'not-a-discover-result',
  'silence',
  'exited',
  'empty-answer',
  'version-error',
  'http-sse',
  'http-404',
  'error--32601',
  'error--32021',
  'error-undefined',
];

test.each(REASONS)('%s', (reason) => {
  for (const words of [en, zh]) {
    const { title, text } = eraReason(reason, words);
    expect(title).not.toBe(reason);
    expect(title).not.toBe('');
    expect(text).not.toBe('');
  }
});

test('a reason that a later version gives is shown as it is', () => {
  expect(eraReason('by-magic', en)).toEqual({ title: 'by-magic', text: '' });
});

test('codes are named, and say which protocol mode they mean', () => {
  expect(eraReason('error--32601', en).title).toBe('server/discover got error −32601 Method not found');
  expect(eraReason('error--32601', en).text).toMatch(/the server uses the initialize handshake/);
  expect(eraReason('error--32021', en).text).toMatch(/Only stateless servers send this error/);
});

test('the row in the diagram names era, revision and reason', () => {
  const found = { k: 'connection', event: 'era', reason: 'discovered', detail: '2026-07-28' } as const;
  expect(connectionExplained(found, en)?.title).toBe(
    'Stateless protocol, 2026-07-28: the server supports server/discover',
  );
  expect(connectionExplained({ ...found, reason: 'http-400', detail: '2025-11-25' }, en)?.title).toBe(
    'Handshake protocol, 2025-11-25: server/discover got HTTP 400',
  );
});
