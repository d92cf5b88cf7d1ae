/** Texts of several lines, as a comparison holds them. */

/** The text of a JSON string of several lines, or undefined for any other value. */
export function multiline(json: string | undefined): string | undefined {
  if (!json?.startsWith('"') || !json.includes('\\n')) return undefined;
  const whole = json.endsWith('…') ? json.slice(0, -1).replace(/\\(?:u[\da-fA-F]{0,3})?$/, '') : json;
  try {
    const text: unknown = JSON.parse(whole.endsWith('"') && whole.length > 1 ? whole : `${whole}"`);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
