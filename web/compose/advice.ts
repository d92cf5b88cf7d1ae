/** What can be said about a text before it is sent. Advice only: it is sent as it stands. */
import { decodeText, type Fault } from '#shared/jsonrpc';
import { utf8Length } from '#shared/recording';

const MAX_INSPECTED_CHARS = 1024 * 1024;

export interface Advice {
  /** Length on the wire in bytes. */
  readonly bytes: number;
  /** Each fault once; undefined when the text is too long to look at while typing. */
  readonly faults: readonly Fault[] | undefined;
  /** Lines a stdio server would read; 1 when the text holds no line feed. */
  readonly lines: number;
  /** A lone surrogate has no UTF-8 form: U+FFFD is sent in its place. */
  readonly loneSurrogate: boolean;
}

export function adviseOn(text: string): Advice {
  const bytes = utf8Length(text);
  const loneSurrogate = /\p{Surrogate}/u.test(text);
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  const faults = text.length > MAX_INSPECTED_CHARS ? undefined : [...new Set(decodeText(text).faults)];
  return { bytes, faults, lines, loneSurrogate };
}
