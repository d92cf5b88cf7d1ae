/** Tells the page that a relay serves it. The same files also work as a static site, where nothing says so. */

const MARK = /(<meta name="lifeline-served-by" content=")static(")/;

/** The page's HTML with the mark set. The text holds no secret: anyone who reaches the port may read it. */
export function servedByRelay(html: string): string {
  return html.replace(MARK, '$1relay$2');
}
