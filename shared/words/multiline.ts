/** Texts of several lines, as a comparison holds them. */
import { parsedJson } from '#shared/jsonrpc';

/** The text of a JSON string of several lines, or undefined for any other value. */
export function multiline(json: string | undefined): string | undefined {
  if (!json?.startsWith('"') || !json.includes('\\n')) return undefined;
  const whole = json.endsWith('…') ? json.slice(0, -1).replace(/\\(?:u[\da-fA-F]{0,3})?$/, '') : json;
  const text = parsedJson(whole.endsWith('"') && whole.length > 1 ? whole : `${whole}"`);
  return typeof text === 'string' ? text : undefined;
}
