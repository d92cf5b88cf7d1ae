/** What a saved session is called. */
import { expect, test } from 'vitest';
import { fileStem } from '../../../../web/base/file-stem.ts';

test('a file is called by title and start, as far as both are known', () => {
  expect(fileStem('Sum & picture', '2026-11-21T02:50:38.265Z')).toBe('Sum-picture-2026-11-21-025038');
  expect(fileStem('../../etc/passwd', '2026-11-21T02:50:38Z')).toBe('..-..-etc-passwd-2026-11-21-025038');
  expect(fileStem('漢字', '1970-01-01T00:00:00.000Z')).toBe('漢字');
  expect(fileStem('***', '/../x')).toBe('session');
  expect(fileStem('a'.repeat(100), '')).toBe('a'.repeat(60));
});
