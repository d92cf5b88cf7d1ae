/** Policies that an earlier version of this program stored lack what came since. */
import { DEFAULT_POLICY, type Policy } from '#shared/driver';

export function fullPolicy(stored: Partial<Policy> | undefined): Policy {
  return { ...DEFAULT_POLICY, ...stored, timeouts: { ...DEFAULT_POLICY.timeouts, ...stored?.timeouts } };
}
