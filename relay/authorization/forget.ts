/** Removes kept authorizations from the file, and has the authorization server revoke them. */
import { errorText } from '#shared/base';
import { revoke, type KeptGrant, type Revoked } from '#shared/authorization';
import type { NetworkRoute } from '../http/index.ts';
import type { KeptFile } from './kept-file.ts';
import { stepFetchBy } from './step-fetch.ts';

/** Forget one, revoking it over the `road` to its server. Undefined when unknown. It is gone here even if revoking fails. */
export async function forgetKept(
  kept: KeptFile,
  id: string,
  road: (server: string) => NetworkRoute,
): Promise<Revoked | undefined> {
  const entry = kept.list().find((each) => each.id === id);
  if (!entry) return undefined;
  return kept.change(entry.key, async (now) => ({
    keep: undefined,
    result: now ? await revokeBy(now, road) : undefined,
  }));
}

/** A road that needs a file which is missing leads nowhere. */
function revokeBy(grant: KeptGrant, road: (server: string) => NetworkRoute): Promise<Revoked> {
  try {
    return revoke(grant, stepFetchBy(undefined, road(grant.resource)));
  } catch (error) {
    return Promise.resolve({ outcome: 'unreached', words: errorText(error) });
  }
}
