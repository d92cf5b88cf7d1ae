/** What the time of an operation is said to have been spent on. */
import { expect, test, vi } from 'vitest';
import { operationLine } from '#shared/operations';
import { c2s, failure, logOf, request, result, s2c } from '../../script.ts';

test('an answer was made by the server; of a request that it never answered, nobody knows what it did', async () => {
  vi.stubGlobal('navigator', { language: 'en' });
  const { loadWords } = await import('../../../../web/base/i18n/index.svelte.ts');
  const { reasonText } = await import('../../../../web/session/line-words.ts');
  await loadWords();
  const log = logOf(
    ...[1, 2, 3, 4].map((id) => c2s(request(id, 'tools/call', { name: 'a' }), { by: 'user' })),
    s2c(result(1, {})),
    s2c(failure(2)),
    { k: 'timeout', at: 2, ms: 5000, limit: 'idle' },
  );
  const told = log.operations.map((_, index) => {
    const line = operationLine(log, index);
    return line && reasonText(line, 0);
  });
  vi.unstubAllGlobals();
  expect(told).toEqual([
    'spent by the server',
    'spent by the server',
    'the server did not respond',
    'waiting for the server',
  ]);
});
