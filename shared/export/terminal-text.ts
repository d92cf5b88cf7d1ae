/** Text and colour for a terminal. */
import { asUtf8 } from '#shared/recording';

/** A text that a terminal only shows: control characters, escape sequences and what turns its direction stand as pictures or not at all. */
export function plain(text: string): string {
  return asUtf8(text)
    .replace(/[\u0000-\u001f]/g, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0)))
    .replace(/\u007f/g, '\u2421')
    .replace(/[\u0080-\u009f\u2028\u2029]/g, '\ufffd')
    .replace(/(?!\u200d)\p{Cf}/gu, '');
}

export type Ink = (text: string) => string;
export interface Paint {
  readonly bold: Ink;
  readonly muted: Ink;
  readonly client: Ink;
  readonly server: Ink;
  readonly err: Ink;
}

/** Colours by SGR sequences (ECMA-48 section 8.3.117), from the sixteen that the person's theme defines; or none. */
export function painter(color: boolean): Paint {
  const ink =
    (code: number): Ink =>
    (text) =>
      color && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
  return { bold: ink(1), muted: ink(2), client: ink(34), server: ink(35), err: ink(31) };
}
