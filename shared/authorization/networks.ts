/** Which network an address is in: servers choose authorization addresses (RFC 9728, section 7.7), which must not reach local services. */

/** From the widest to the narrowest; who is in one of them may send us to it and to the wider ones. */
export type Network = 'public' | 'private' | 'loopback';
const WIDTH: readonly Network[] = ['public', 'private', 'loopback'];

export function mayReach(from: Network, to: Network): boolean {
  return WIDTH.indexOf(to) <= WIDTH.indexOf(from);
}

/** The step would have gone to an address in a network that the MCP server is not in. */
export class OutOfReach extends Error {
  /** `host` as the step names it; `address` where that is a name. */
  constructor(host: string, network: Network, address?: string) {
    const where = network === 'loopback' ? 'this computer' : 'a local network';
    super(`${host}${address === undefined ? '' : ` (${address})`} is in ${where}, and the MCP server is not`);
  }
}

/** Ranges that are not public: address, length of its prefix, network. */
const V4: readonly (readonly [address: string, bits: number, network: Network])[] = [
  ['0.0.0.0', 8, 'loopback'],
  ['127.0.0.0', 8, 'loopback'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'private'],
  ['169.254.0.0', 16, 'private'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'private'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'private'],
  ['224.0.0.0', 3, 'private'],
];

/** The host of an address (`URL.hostname`): undefined for a name, of which only its resolution tells. */
export function networkOfHost(hostname: string): Network | undefined {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback';
  return networkOfAddress(host.replace(/^\[(.*)\]$/, '$1'));
}

/** An IP address as text, without brackets: undefined when it is none. */
export function networkOfAddress(address: string): Network | undefined {
  const v4 = v4Of(address);
  if (v4 !== undefined) return networkOfV4(v4);
  const groups = v6Of(address);
  return groups && networkOfV6(groups);
}

function v4Of(text: string): number | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

function networkOfV4(value: number): Network {
  const inRange = ([address, bits]: (typeof V4)[number]): boolean =>
    Math.floor(value / 2 ** (32 - bits)) === Math.floor((v4Of(address) ?? 0) / 2 ** (32 - bits));
  return V4.find(inRange)?.[2] ?? 'public';
}

/** The eight groups of an IPv6 address (RFC 4291, section 2.2). */
function v6Of(text: string): readonly number[] | undefined {
  const [plain = ''] = text.split('%');
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  const last = dotted ? v4Of(dotted[2] ?? '') : undefined;
  if (dotted && last === undefined) return undefined;
  const whole =
    last === undefined
      ? plain
      : `${dotted?.[1] ?? ''}${Math.floor(last / 65_536).toString(16)}:${(last % 65_536).toString(16)}`;
  const halves = whole.split('::');
  if (!whole.includes(':') || halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? groups.map((group) => parseInt(group, 16))
    : undefined;
}

function networkOfV6(groups: readonly number[]): Network {
  const [first = 0, second = 0, third = 0] = groups;
  const v4At = (at: number): Network => networkOfV4((groups[at] ?? 0) * 65_536 + (groups[at + 1] ?? 0));
  const zeros = groups.findIndex((group) => group !== 0);
  // `::` and `::1`.
  if (zeros === -1 || (zeros === 7 && groups[7] === 1)) return 'loopback';
  // IPv4 in IPv6: mapped, compatible, translated (RFC 6052), 6to4.
  if (zeros >= 6 || (zeros === 5 && groups[5] === 0xffff)) return v4At(6);
  if (first === 0x64 && second === 0xff9b) return third === 0 ? v4At(6) : 'private';
  if (first === 0x2002) return v4At(1);
  // Global unicast without Teredo, which holds an IPv4 address in disguise. All else is local, multicast, translated or reserved.
  return (first & 0xe000) === 0x2000 && !(first === 0x2001 && second === 0) ? 'public' : 'private';
}
