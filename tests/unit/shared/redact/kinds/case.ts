/** A secret of one kind, planted in a recording of its own. */
import type { EventBody } from '#shared/recording';

export interface Case {
  readonly kind: string;
  readonly bodies: readonly EventBody[];
  /** What must stand in no text afterwards: the secret, or every way in which it is written. */
  readonly hidden: readonly string[];
  /** Where it is known to be missed: why. */
  readonly missed?: string;
}

export const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const HEX = '0123456789abcdef';
export const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

let seed = 20_261_124;

/** The next characters of a fixed sequence, of which the third is always a digit and the fourth a letter. */
export function chance(length: number, alphabet = ALPHANUMERIC): string {
  const made = Array.from({ length }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return alphabet[(seed >>> 12) % alphabet.length] ?? '';
  });
  if (length > 3) made.splice(2, 2, '7', alphabet.includes('b') ? 'b' : (alphabet[0] ?? ''));
  return made.join('');
}

/** A text on standard error with a secret in it. */
export const said = (kind: string, secret: string, write: (secret: string) => string = (same) => same): Case => ({
  kind,
  bodies: [{ k: 'stderr', text: `${write(secret)}\n` }],
  hidden: [secret],
});

/** A message of the server whose result has a value in it. */
export const answered = (kind: string, secret: string, write: (secret: string) => unknown): Case => ({
  kind,
  bodies: [{ k: 'message', dir: 's2c', raw: JSON.stringify({ jsonrpc: '2.0', id: 4, result: write(secret) }) }],
  hidden: [secret],
});

/** A result of a tool whose text has a secret in it. */
export const inText = (kind: string, secret: string, write: (secret: string) => string): Case =>
  answered(kind, secret, (same) => ({ content: [{ type: 'text', text: write(same) }] }));
