import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/;

/**
 * The rate limit key of a client: its IPv4 address in any notation, or the /64 block of its IPv6 address, whose
 * addresses all belong to one client.
 */
export const clientNetwork = (address: string): string => {
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return address;
  // the URL parser normalizes every address: eight hexadecimal groups, the longest run of zeros omitted
  const written = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high, low] = MAPPED.exec(written) ?? [];
  if (high !== undefined && low !== undefined) return dotted(Number.parseInt(high, 16), Number.parseInt(low, 16));
  const [head = [], tail = []] = written.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
};

const dotted = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
