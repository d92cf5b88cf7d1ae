/** Where servers are: the networks to which connections really went, for a name alone proves nothing. */
import { isUrl } from '#shared/base';
import { mayReach, networkOfAddress, networkOfHost, type Network } from '#shared/authorization';

const MAX_ORIGIN_COUNT = 1000;
/** By origin, the widest network in which it was seen: a name that is local now and remote then counts as remote. */
const places = new Map<string, Network>();

export function notePlace(origin: string, address: string | undefined): void {
  const network = address === undefined ? undefined : networkOfAddress(address);
  if (network === undefined) return;
  const before = places.get(origin);
  places.delete(origin);
  places.set(origin, before !== undefined && mayReach(network, before) ? before : network);
  const [oldest] = places.keys();
  if (places.size > MAX_ORIGIN_COUNT && oldest !== undefined) places.delete(oldest);
}

/** The network of a server; a name that was not seen yet counts as public. */
export function placeOf(url: string): Network {
  if (!isUrl(url)) return 'public';
  const { origin, hostname } = new URL(url);
  return networkOfHost(hostname) ?? places.get(origin) ?? 'public';
}
