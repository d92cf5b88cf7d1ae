/** Whether a value that was made for a server is of a size that somebody would write: a schema or a template may ask for any. */

/** UTF-16 units of one text; a made-up text is longer than a few only where its schema demands it. */
export const LONGEST_TEXT = 4096;
/** UTF-16 units of all texts and names together. */
const LONGEST_ALL = 64 * 1024;
const DEEPEST = 64;

/** True for a value whose texts are short, one by one and together, and that does not nest deep. Takes any value of JSON. */
export function isShort(value: unknown): boolean {
  let left = LONGEST_ALL;
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: each, depth } = next;
    if (depth > DEEPEST) return false;
    left--;
    if (typeof each === 'string') {
      if (each.length > LONGEST_TEXT) return false;
      left -= each.length;
    } else if (Array.isArray(each)) {
      if (each.length > left) return false;
      for (const item of each as unknown[]) open.push({ value: item, depth: depth + 1 });
    } else if (typeof each === 'object' && each !== null) {
      for (const [name, member] of Object.entries(each)) {
        left -= name.length;
        if (name.length > LONGEST_TEXT || left < 0) return false;
        open.push({ value: member, depth: depth + 1 });
      }
    }
    if (left < 0) return false;
  }
  return true;
}
