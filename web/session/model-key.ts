/**
 * API keys of model endpoints (for sampling), by URL. Kept until the relay exits, or without a relay until the tab
 * closes; never saved with a server or a session.
 */
import type { Policy } from '#shared/driver';
import { values } from '../base/values.svelte.ts';

/** Of the key's name in `values`, before the URL. */
const NAME_PREFIX = 'model-key ';

/** Keeps the API key of an endpoint; an empty `key` removes it. */
export function keepModelKey(url: string, key: string): void {
  void values.put({ [NAME_PREFIX + url]: key === '' ? null : key }, false);
}

export function withoutModelKey(policy: Policy): Policy {
  if (policy.sampling.mode !== 'model') return policy;
  const { url, model } = policy.sampling.endpoint;
  return { ...policy, sampling: { mode: 'model', endpoint: { url, model } } };
}

/** The policy with the kept API key of its endpoint, unless it has one already. */
export function withModelKey(policy: Policy): Policy {
  if (policy.sampling.mode !== 'model' || policy.sampling.endpoint.apiKey !== undefined) return policy;
  const { endpoint } = policy.sampling;
  const apiKey = values.get(NAME_PREFIX + endpoint.url);
  return apiKey === undefined ? policy : { ...policy, sampling: { mode: 'model', endpoint: { ...endpoint, apiKey } } };
}
