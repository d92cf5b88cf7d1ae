/** Service workers here belong to a program that had our port before: they see and change what page and relay say. */
import { tabStorage } from '../../base/safe-storage.ts';

const FOUND = 'lifeline-worker-found';

/** Unregisters all. `here`: one has this page until a reload. `before`: one had it before `loadAnew`; reported once. */
export async function endWorkers(): Promise<'none' | 'here' | 'before'> {
  // Pages that are neither on this machine nor served over TLS lack the API, whatever its type says.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return 'none';
  const registrations = await workers.getRegistrations().catch(() => []);
  await Promise.all(registrations.map((each) => each.unregister().catch(() => false)));
  if (workers.controller !== null || registrations.length > 0) return 'here';
  if (tabStorage.get(FOUND) === undefined) return 'none';
  tabStorage.set(FOUND, undefined);
  return 'before';
}

/** Load the page without the worker that has it. Only once: a worker that is still here then is not to be got rid of so. */
export function loadAnew(): void {
  if (tabStorage.get(FOUND) !== undefined || !tabStorage.set(FOUND, '')) return;
  // By an address that no cache knows: it may hold a page of the program that left the worker.
  const query = new URLSearchParams(location.search);
  query.set('fresh', crypto.randomUUID());
  location.replace(`?${query.toString()}${location.hash}`);
}
