/** Which tab a stored session belongs to: only one may host it or remove it; a duplicate looks at what was stored. */

const LOCK = 'lifeline-session-';

/** Claim a session for as long as this page lives; false when another has it. Without locks every claim is granted. */
export function lockTab(id: string): Promise<boolean> {
  // Plain HTTP pages lack the API, whatever its type says.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    void locks.request(LOCK + id, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      // Held until the page is gone: a promise that never settles.
      return lock === null ? undefined : new Promise<void>(() => undefined);
    });
  });
}

export async function lockedSessions(): Promise<ReadonlySet<string>> {
  const locks = navigator.locks as LockManager | undefined;
  const held = (await locks?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? name.slice(LOCK.length) : [])));
}
