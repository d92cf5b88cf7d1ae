/** Forgets authorizations that are kept: the authorization server is told, and the file has them no more. */
import { revoke, type Revoked } from '#shared/authorization';
import type { KeptFile } from './kept-file.ts';
import { stepFetch } from './step-fetch.ts';

/** Forget the one with this id. Undefined when there is none. It is gone here whatever the authorization server says. */
export async function forgetKept(kept: KeptFile, id: string): Promise<Revoked | undefined> {
  const entry = kept.list().find((each) => each.id === id);
  if (!entry) return undefined;
  return kept.change(entry.key, async (now) => ({
    keep: undefined,
    result: now ? await revoke(now, stepFetch) : undefined,
  }));
}
