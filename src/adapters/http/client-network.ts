import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What a client's rate is counted by: its IPv4 address, or the /64 block of its IPv6 address, of which one client may
 * have all addresses.
 */
export const clientNetwork = (address: string): string => {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.split('%', 1).join('').toLowerCase().split('::');
  const groups = (part: string | undefined): string[] => (part === undefined || part === '' ? [] : part.split(':'));
  const [first, last] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  const all = tail === undefined ? first : [...first, ...zeros, ...last];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};
