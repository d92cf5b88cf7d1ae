/** True for JSON values that are equal, whatever the order of their members. Never throws: what nests too deeply is not equal. */
export function sameJson(a: unknown, b: unknown, depth = 0): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth > 500) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const entries: [string, unknown][] = Object.entries(a);
  if (entries.length !== Object.keys(b).length) return false;
  return entries.every(
    ([name, value]) =>
      Object.hasOwn(b, name) && sameJson(value, (b as { readonly [name: string]: unknown })[name], depth + 1),
  );
}
