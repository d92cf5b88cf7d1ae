/** `Name: value` lines as a person types them, to headers of one request. */
import type { HeaderPairs } from '#shared/recording';

export interface HeaderLines {
  readonly headers: HeaderPairs;
  /** Numbers of the lines that are no header, from 1. */
  readonly unread: readonly number[];
}

/** Read lines of headers. Empty lines are skipped; names must be tokens (RFC 9110 section 5.6.2). Never throws. */
export function readHeaderLines(text: string): HeaderLines {
  const headers: [string, string][] = [];
  const unread: number[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const match = /^\s*([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(.*?)[ \t]*$/.exec(line);
    if (match?.[1] !== undefined && match[2] !== undefined) headers.push([match[1], match[2]]);
    else unread.push(index + 1);
  }
  return { headers, unread };
}
