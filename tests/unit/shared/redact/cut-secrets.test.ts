/** Parts of secrets at the edges of texts that were cut off are found like by trying each, and much quicker. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CutSecrets } from '../../../../shared/redact/shown.ts';

const LEAST = 6;
const word = fc.string({ unit: fc.constantFrom('a', 'b', '0'), maxLength: 20 });
const secrets = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '0'), minLength: 8, maxLength: 20 }), {
  maxLength: 12,
});

/** The longest part that fits, by trying each length of each secret. */
function tried(all: readonly string[], fits: (secret: string, length: number) => boolean): number | undefined {
  const lengths = all.flatMap((secret) =>
    Array.from({ length: secret.length }, (_, at) => at + 1).filter((n) => n >= LEAST && fits(secret, n)),
  );
  return lengths.length === 0 ? undefined : Math.max(...lengths);
}

describe('of any secrets and any text', () => {
  test('the longest end of the text with which a secret begins is found', () => {
    fc.assert(
      fc.property(secrets, word, (all, text) => {
        const found = new CutSecrets(all).atEnd(text);
        expect(found?.length).toBe(tried(all, (secret, n) => text.endsWith(secret.slice(0, n))));
        if (found) expect(text.endsWith(found.secret.slice(0, found.length))).toBe(true);
      }),
    );
  });
  test('the longest beginning of the text with which a secret ends is found', () => {
    fc.assert(
      fc.property(secrets, word, (all, text) => {
        const found = new CutSecrets(all).atStart(text);
        expect(found?.length).toBe(tried(all, (secret, n) => text.startsWith(secret.slice(-n))));
        if (found) expect(text.startsWith(found.secret.slice(-found.length))).toBe(true);
      }),
    );
  });
  test('a text that is a part as a whole is found in the secret', () => {
    fc.assert(
      fc.property(secrets, word, (all, text) => {
        const found = new CutSecrets(all).around(text);
        expect(found !== undefined).toBe(text.length >= LEAST && all.some((secret) => secret.includes(text)));
        if (found !== undefined) expect(found).toContain(text);
      }),
    );
  });
});

test('thousands of texts are looked through for thousands of secrets', () => {
  const all = Array.from({ length: 4000 }, (_, n) => `ghp_${String(n).padStart(6, '0')}${'xY7'.repeat(30)}${n}`);
  const cut = new CutSecrets(all);
  for (const [n, secret] of all.entries()) {
    expect(cut.atEnd(`${'some text '.repeat(60)}${secret.slice(0, 40)}`)).toEqual({ secret, length: 40 });
    expect(cut.atStart(`${'7'.repeat(500)}${n}`)).toBeUndefined();
  }
});
