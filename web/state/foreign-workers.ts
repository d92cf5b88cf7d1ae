/**
 * Service workers of this page's origin. The program has none: one that is here was left by another program that had the port
 * before, and sees and changes everything between the page and the relay.
 */

const FOUND = 'lifeline-worker-found';

/**
 * Unregister every worker. Gives true when there was one, also before the reload by which it lost this page. The relay
 * answers a browser that looks for the worker's newer script with one that leaves.
 */
export async function endWorkers(): Promise<boolean> {
  // Plain HTTP pages of other hosts lack the API, whatever its type says.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return false;
  const registrations = await workers.getRegistrations().catch(() => []);
  const here = workers.controller !== null || registrations.length > 0;
  await Promise.all(registrations.map((each) => each.unregister().catch(() => false)));
  try {
    const before = sessionStorage.getItem(FOUND) !== null;
    if (here) sessionStorage.setItem(FOUND, '');
    else sessionStorage.removeItem(FOUND);
    return here || before;
  } catch {
    return here;
  }
}
