/** Whether a JSON text hides something from who reads it. */
import { hiddenRuns } from './hidden-runs.ts';

/** A hidden character as it is, or what may be the escape of one: most texts have neither, and are not read further. */
const PERHAPS =
  /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|\\u(?:00[01789aA]|03|06|11|17|18|20|28|3164|[dD]|[fF][eEfF])/u;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|.)/gs;

/**
 * True when a string in a JSON text (or any text) has hidden characters, escaped or not, beside line feeds, tabs and what scripts
 * and emoji need. Takes time linear in the text; never throws.
 */
export function hidesText(json: string): boolean {
  if (!PERHAPS.test(json)) return false;
  const meant = json.replace(ESCAPE, (escape, hex?: string) =>
    hex === undefined ? escape : String.fromCharCode(parseInt(hex, 16)),
  );
  // A carriage return is part of many line ends.
  return hiddenRuns(meant.replaceAll('\r', ''), true).next().done === false;
}
