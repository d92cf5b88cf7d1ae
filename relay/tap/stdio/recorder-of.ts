/** What a tap has beside its traffic: the thread that records, and the copies that it and the spool are given. */
import { isAbsolute, join } from 'node:path';
import { Copies } from './copies.ts';
import { newSeen, sinceStart, type AnyStart } from './copy.ts';
import { newSpoolPath, Spool, type SpoolHead } from './spool.ts';
import { Thread } from './thread.ts';

export const startedNow = (): Pick<AnyStart, 'began' | 'startedAt'> => ({
  began: process.hrtime.bigint(),
  startedAt: new Date().toISOString(),
});

export function recorderOf<From, What>(
  recorder: URL,
  clock: ReturnType<typeof startedNow>,
  own: SpoolHead['start'],
): { readonly thread: Thread; readonly copies: Copies<From, What> } {
  const seen = newSeen();
  const spool = newSpoolPath();
  const { out } = own;
  // A process that recovers it may be in another folder.
  const file = typeof out === 'string' && !isAbsolute(out) ? { out: join(process.cwd(), out) } : {};
  const told = { ...own, ...file, startedAt: clock.startedAt, spool };
  const kept = new Spool(spool, told, seen);
  const thread = new Thread(recorder, { ...told, began: clock.began, seen }, kept);
  const copies = new Copies<From, What>(thread, seen, () => sinceStart(clock.began), undefined, kept);
  void thread.done.then(() => copies.stop());
  return { thread, copies };
}
