/**
 * Which tab of the browser a stored session belongs to. Duplicating a tab copies the list of its sessions, but only one page
 * may host a session or remove it from storage; the other looks at what was stored.
 */

const LOCK = 'lifeline-session-';

/**
 * Claim a session for as long as this page lives. Gives false when another page has it. Where the browser has no locks (a
 * page that is neither on this machine nor served over TLS), everyone's claim is granted.
 */
export function claim(id: string): Promise<boolean> {
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

/** Sessions that some page of this browser hosts or looks at. */
export async function claimedSessions(): Promise<ReadonlySet<string>> {
  const locks = navigator.locks as LockManager | undefined;
  const held = (await locks?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? name.slice(LOCK.length) : [])));
}
