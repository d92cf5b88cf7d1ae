/** JSON text of a value that came from outside; undefined for one nested too deeply for JSON.stringify, or that has none. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) as string | undefined;
  } catch {
    return undefined;
  }
}
