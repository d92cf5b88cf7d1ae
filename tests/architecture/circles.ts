/** Circles in a graph of imports. */

/** Each circle once, as the names along it, the first repeated at the end. `imports` gives what a name imports. */
export function circlesIn(names: readonly string[], imports: (name: string) => readonly string[]): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (name: string): void => {
    const at = path.indexOf(name);
    if (at >= 0) return void circles.push([...path.slice(at), name]);
    if (done.has(name)) return;
    path.push(name);
    for (const each of imports(name)) visit(each);
    path.pop();
    done.add(name);
  };
  for (const name of names) visit(name);
  return circles;
}
