/**
 * The keys of model endpoints: kept for as long as this tab lives, by the endpoint's address, and never stored with a
 * server or a session.
 */
import type { Policy } from '#shared/driver';

const PREFIX = 'lifeline-model-key ';

/** Keep the key of an endpoint; an empty one is forgotten. */
export function keepModelKey(url: string, key: string): void {
  if (key === '') sessionStorage.removeItem(PREFIX + url);
  else sessionStorage.setItem(PREFIX + url, key);
}

/** The policy as it may be stored. */
export function withoutModelKey(policy: Policy): Policy {
  if (policy.sampling.mode !== 'model') return policy;
  const { url, model } = policy.sampling.endpoint;
  return { ...policy, sampling: { mode: 'model', endpoint: { url, model } } };
}

/** The policy with the key that was given for its endpoint in this tab. */
export function withModelKey(policy: Policy): Policy {
  if (policy.sampling.mode !== 'model' || policy.sampling.endpoint.apiKey !== undefined) return policy;
  const { endpoint } = policy.sampling;
  const apiKey = sessionStorage.getItem(PREFIX + endpoint.url);
  return apiKey === null ? policy : { ...policy, sampling: { mode: 'model', endpoint: { ...endpoint, apiKey } } };
}
