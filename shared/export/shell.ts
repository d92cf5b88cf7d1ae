/** Words of a POSIX shell from any text or bytes, so that exactly these bytes arrive and nothing else is carried out. */
import { bytesOf, type Payload } from '#shared/recording';
import { HIDDEN } from '#shared/plain-text';

/** Longer words do not fit an argument of a program (128 KiB on Linux); what the shell itself carries out may be longer. */
const MAX_ARGUMENT_CHARS = 32_000;
/** Words that a shell reads as its own syntax where a command is due. */
const RESERVED =
  /^(?:if|then|else|elif|fi|do|done|case|esac|while|until|for|in|time|function|select|coproc|foreach|end|repeat)$/;

/** A text as one shell word, quoted if needed. Undefined if none can hold it (NUL) or pasting is unsafe: control or hidden characters. */
export function shellWord(text: string): string | undefined {
  if (HIDDEN.test(text.replace(/[\n\t]/g, ''))) return undefined;
  return /^[\w@+:,./-]+$/.test(text) && !RESERVED.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The text of a payload that is short enough for an argument and can be seen whole, as one word; undefined for others. */
export function payloadWord({ raw, b64 }: Payload): string | undefined {
  const shown = b64 === undefined && raw !== undefined && raw.length <= MAX_ARGUMENT_CHARS && !HIDDEN.test(raw);
  return shown ? shellWord(raw) : undefined;
}

/** A `printf` command that writes exactly these bytes, and after them a line end when `line` is true. */
export function printfOf(payload: Payload, line: boolean): string {
  const word = payloadWord(payload);
  if (word !== undefined) return `printf '%s${line ? '\\n' : ''}' ${word}`;
  const parts: string[] = [];
  for (const byte of bytesOf(payload)) parts.push(FORMAT[byte] ?? '');
  // What begins with a dash would be taken for an option.
  if (parts[0] === '-') parts[0] = '\\055';
  return `printf '${parts.join('')}${line ? '\\n' : ''}'`;
}

/** What each byte is in the format of `printf`, inside single quotes. */
const FORMAT: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x25) return '%%';
  const seen = byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c;
  return seen ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
});
