/** Resolves names to addresses that a server may send us to, and to no others: looked at after DNS, so that no name deceives. */
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { mayReach, networkOfAddress, OutOfReach, type Network } from '#shared/authorization';

interface Found {
  readonly address: string;
  readonly family: number;
}
export type Resolve = (
  hostname: string,
  options: { readonly family?: number; readonly hints?: number; readonly all: true },
  done: (error: NodeJS.ErrnoException | null, found: Found[]) => void,
) => void;

/** Milliseconds after which a name counts as not found, where a proxy resolves it: some networks never reply. */
const LOOKUP_MS = 2000;

/** The network of a server that sends us on, and thereby the networks it may send us to. */
export interface Guard {
  readonly from: Network;
  readonly resolve?: Resolve | undefined;
}

/** A `lookup` for connections on behalf of a server. Fails with `OutOfReach` when no address is left. */
export function guardedLookup({ from, resolve = systemLookup as Resolve }: Guard): LookupFunction {
  return (hostname, options, done) => {
    const family = options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 : options.family;
    const asked = { ...options, ...(family === undefined ? {} : { family }), all: true } as const;
    resolve(hostname, asked as Parameters<Resolve>[1], (error, found) => {
      if (error) return done(error, '', 0);
      const networks = found.map(({ address }) => networkOfAddress(address) ?? 'loopback');
      const kept = found.filter((_each, at) => mayReach(from, networks[at] ?? 'loopback'));
      const [first] = kept;
      if (first === undefined)
        return done(new OutOfReach(hostname, networks[0] ?? 'loopback', found[0]?.address), '', 0);
      if (options.all) done(null, kept);
      else done(null, first.address, first.family);
    });
  };
}

/** For a proxied request: rejects with `OutOfReach` when all addresses found are out of reach; the proxy judges other names. */
export function assertReachable(hostname: string, guard: Guard): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, LOOKUP_MS);
    guardedLookup(guard)(hostname, { all: true }, (error) => {
      clearTimeout(timer);
      if (error instanceof OutOfReach) reject(error);
      else resolve();
    });
  });
}
