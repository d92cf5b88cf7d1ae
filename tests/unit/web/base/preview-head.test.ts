import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PREVIEW_HEAD, previewOf } from '../../../../web/base/preview-head.ts';

test('a preview begins with its policy and has no link or statement of its own', () => {
  expect(previewOf('<p>a</p><LINK rel=preconnect href=x><link/rel=x><meta http-equiv=x>')).toBe(
    `${PREVIEW_HEAD}<p>a</p><x-LINK rel=preconnect href=x><x-link/rel=x><x-meta http-equiv=x>`,
  );
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('<', 'link', 'meta', 'LiNk', 'iframe', 'object', ' ', '/', '>', 'x-', 'a')),
      (parts) => {
        const preview = previewOf(parts.join(''));
        expect(preview.startsWith(PREVIEW_HEAD)).toBe(true);
        expect(preview.slice(PREVIEW_HEAD.length)).not.toMatch(/<(?:link|meta|iframe|object)\b/i);
      },
    ),
  );
});
