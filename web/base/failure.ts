/** Why authorization failed, as the turn that says so has it. */
import type { ConnectionBody } from '#shared/recording';

/** The code and the words of a failure. */
export function failureOf({ detail = '' }: ConnectionBody): { readonly code: string; readonly words: string } {
  const [, code = '', words = ''] = /^([\w-]+)(?:: (.*))?$/s.exec(detail) ?? [];
  return { code, words };
}
