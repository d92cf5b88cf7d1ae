/** What is too large to be shown in an editor is put into a message in the moment in which it is sent. */
import { addParam } from '#shared/jsonrpc';

export type Growth = 'big-string' | 'deep-nest';

/** Bytes of the string, and levels of the nest. */
export const BIG_STRING = 10 * 1024 * 1024;
export const DEEP_NEST = 100_000;

export function grow(text: string, growth: Growth): string | undefined {
  return growth === 'big-string'
    ? addParam(text, 'big', `"${'x'.repeat(BIG_STRING)}"`)
    : addParam(text, 'deep', '['.repeat(DEEP_NEST) + ']'.repeat(DEEP_NEST));
}

export const canGrow = (text: string): boolean => addParam(text, 'x', '0') !== undefined;
