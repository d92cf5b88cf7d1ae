/** What a part has started and not ended yet, so that a part that fails leaves no process behind. */
const open = new Set();

/** Remember `end`. Gives a function that ends it once and forgets it. */
export function owned(end) {
  const once = async () => {
    if (open.delete(once)) await end();
  };
  open.add(once);
  return once;
}

/** Remember a child process until it exits. */
export function ownedChild(child) {
  const kill = owned(() => child.kill('SIGKILL'));
  child.once('exit', () => void kill());
  return child;
}

/** End everything that is still open; never rejects. */
export async function endOwned() {
  await Promise.allSettled([...open].map((end) => end()));
}
