/** The stored samples as recordings, for tests of what is made of them. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { WRITERS, type TextOptions } from '#shared/export';
import type { TextFormat } from '#shared/formats';
import { readRecorded, type EventBody, type HeldRecording as Recorded } from '#shared/recording';
import { HEADER, toEvents } from './arbitraries.ts';

/** A stored sample of format version 1, by its file's name. */
export function sample(name: string): Recorded {
  const bytes = readFileSync(new URL(`../samples/v1/${name}`, import.meta.url));
  const { recorded } = readRecorded((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
  if (!recorded) throw new Error(`${name} can’t be read`);
  return recorded;
}

/** A recording in a format that is text; nothing when it has nothing that the format could hold. */
export const exportAs = (format: TextFormat, recorded: Recorded, options: TextOptions = {}): string =>
  WRITERS[format](recorded, options) ?? '';

export const recordedOf = (...bodies: readonly EventBody[]): Recorded => ({ header: HEADER, events: toEvents(bodies) });

/** Texts that mean something to Mermaid, XML, markdown, shells, terminals or programming languages. */
export const HOSTILE: readonly string[] = [
  'end',
  'a; b # c %% d',
  '</text><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '&amp; #quot; "q" \'s\'',
  '````\n# heading\n```js',
  '[x](javascript:alert(1)) ![y](http://h/p.png) @someone #1 | a',
  '\u001b[2J\u001b]0;owned\u0007\u009b31m\r\b',
  '\u202eabc\u2066\u200b\u2028',
  '$(touch /tmp/x) `id` $HOME !! \\ ~ *',
  "'; touch /tmp/x; '",
  "'''\nimport os",
  '@/etc/passwd',
  '-rf --output x',
  '__proto__',
  '\ud800 lone',
  '漢字かな🔑',
];
