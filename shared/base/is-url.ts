/**
 * True for the text of an address, or of one relative to `base`. In place of `URL.canParse`: once Node.js 20 or 22 has optimized
 * what calls that, it denies every address with a letter like ü.
 */
export function isUrl(url: string, base?: string): boolean {
  try {
    return new URL(url, base).href !== '';
  } catch {
    return false;
  }
}
