/** `NO_PROXY` as curl, Go and others read it (no specification): names with subdomains, address ranges, ports, `*`. */
import { BlockList, isIP } from 'node:net';

/** True when `list` (the variable's value) names the host of `url`. Entries that can't be understood match nothing. */
export function isExempt(url: URL, list: string): boolean {
  const host = plain(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const { name, only } = split(entry);
      return (only === undefined || only === port) && (isIP(host) ? holds(name, host) : isBelow(host, name));
    });
}

/** A name or an address without brackets, in lower case, without the dot of the root. */
const plain = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');

/** An entry and its port. The colons of an IPv6 address without brackets belong to the address. */
function split(entry: string): { readonly name: string; readonly only?: string } {
  const match = /^(\[[^\]]*\](?:\/\d+)?|[^:]*):(\d+)$/.exec(entry);
  return match?.[1] === undefined || match[2] === undefined
    ? { name: plain(entry) }
    : { name: plain(match[1]), only: match[2] };
}

function isBelow(host: string, name: string): boolean {
  const base = name.replace(/^\*?\./, '');
  return base !== '' && (host === base || host.endsWith(`.${base}`));
}

/** True when the address is this one or in this range (`10.0.0.0/8`). */
function holds(range: string, address: string): boolean {
  const [base = '', bits] = range.replace(/[[\]]/g, '').split('/');
  const family = isIP(base);
  if (family === 0) return false;
  const type = family === 6 ? 'ipv6' : 'ipv4';
  const length = bits === undefined ? (family === 6 ? 128 : 32) : Number(bits);
  if (!/^\d{1,3}$/.test(bits ?? '0') || length > (family === 6 ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(base, length, type);
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
