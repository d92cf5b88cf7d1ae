/**
 * A page of the build as a relay serves it: it says so, and loads its scripts and styles from a folder whose name no program that had
 * this port before could know. What such a program left in the browser under the names of our files is so never asked for.
 * The same files also work as a static site.
 */
import { randomBytes } from 'node:crypto';
import { FIRST_VALUES } from '#shared/relay-protocol';

const MARK = /(<meta name="lifeline-served-by" content=")static(")/;
const VALUES = /(<meta name="lifeline-values" content=")(")/;
const LOADED = /((?:src|href)=")\.\/assets\//g;
const LAUNCH = /^\/launch-[\w-]+(?=\/assets\/)/;

/** The folder's name, a new one for each launch. */
export const launchFolder = (): string => `launch-${randomBytes(12).toString('base64url')}`;

/** The page's HTML with the mark set. It holds no secret: anyone who reaches the port may read it. */
export const servedByRelay = (html: string): string => html.replace(MARK, '$1relay$2');

/** The page's HTML with those of a person's values that affect its first look. None of them is a secret. */
export function withValues(html: string, values: Readonly<Record<string, string>>): string {
  const first = Object.fromEntries(
    FIRST_VALUES.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
  const text = JSON.stringify(first).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html.replace(VALUES, (_mark, before: string, after: string) => before + text + after);
}

export const loadedFrom = (folder: string, html: string): string => html.replace(LOADED, `$1./${folder}/assets/`);

/** The path of a file in the build. A page of an earlier launch may still request the rest of its files. */
export const withoutLaunch = (url: string): string => url.replace(LAUNCH, '');
