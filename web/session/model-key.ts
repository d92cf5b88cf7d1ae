/** Keys of model endpoints, by address: kept until the relay (or the tab) ends, never stored with server or session. */
import type { Policy } from '#shared/driver';
import { values } from '../base/values.svelte.ts';

const PREFIX = 'model-key ';

/** Keep the key of an endpoint; an empty one is forgotten. */
export function keepModelKey(url: string, key: string): void {
  void values.put({ [PREFIX + url]: key === '' ? null : key }, false);
}

export function withoutModelKey(policy: Policy): Policy {
  if (policy.sampling.mode !== 'model') return policy;
  const { url, model } = policy.sampling.endpoint;
  return { ...policy, sampling: { mode: 'model', endpoint: { url, model } } };
}

/** The policy with the key that was given for its endpoint here. */
export function withModelKey(policy: Policy): Policy {
  if (policy.sampling.mode !== 'model' || policy.sampling.endpoint.apiKey !== undefined) return policy;
  const { endpoint } = policy.sampling;
  const apiKey = values.get(PREFIX + endpoint.url);
  return apiKey === undefined ? policy : { ...policy, sampling: { mode: 'model', endpoint: { ...endpoint, apiKey } } };
}
