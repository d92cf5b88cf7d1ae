/** One side of a session as it names itself. */
import { isObject } from '#shared/jsonrpc';
import type { Party } from './state.ts';

/** Identity and capabilities, each only where it is an object. */
export function party(info: unknown, capabilities: unknown): Party {
  return { ...(isObject(info) ? { info } : {}), ...(isObject(capabilities) ? { capabilities } : {}) };
}
