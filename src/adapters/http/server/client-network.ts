import { isIPv4, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/;

/**
 * The rate limit key of a client: its IPv4 address in any notation, or the /64 block of its IPv6 address, whose
 * addresses all belong to one client.
 */
export const clientNetwork = (address: string): string => {
  // every request asks several times
  if (!address.includes(':')) return address;
  const groups = groupsOf(address);
  return typeof groups === 'string' ? groups : `${groups.slice(0, 4).join(':')}::/64`;
};

/**
 * The network by which is counted what lasts or harms others: the /56 block of an IPv6 address, which one household may
 * have, so that it has not 256 times as much as one behind an IPv4 address.
 */
export const homeNetwork = (address: string): string => {
  const groups = groupsOf(address);
  if (typeof groups === 'string') return groups;
  const [one, two, three, four = '0'] = groups;
  return `${[one, two, three, (Number.parseInt(four, 16) & 0xff00).toString(16)].join(':')}::/56`;
};

/** What the digest is of by which clients are known in the core. */
export const clientKey = (address: string): string => `guest of address ${homeNetwork(address)}`;

/** The network of a site, whose clients are counted together where many networks attack one account: /24 or /48. */
export const siteNetwork = (address: string): string => {
  const groups = groupsOf(address);
  if (typeof groups !== 'string') return `${groups.slice(0, 3).join(':')}::/48`;
  return isIPv4(groups) ? `${groups.split('.').slice(0, 3).join('.')}.0/24` : groups;
};

/** An IPv4 address, the eight groups of an IPv6 address, or other text unchanged. */
const groupsOf = (address: string): string | readonly string[] => {
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return address;
  // the URL parser normalizes every address: eight hexadecimal groups, the longest run of zeros omitted
  const written = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high, low] = MAPPED.exec(written) ?? [];
  if (high !== undefined && low !== undefined) return dotted(Number.parseInt(high, 16), Number.parseInt(low, 16));
  const [head = [], tail = []] = written.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail];
};

const dotted = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
