import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The allocated global unicast range; the rest of IPv6 is special or reserved. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IPv4 or IPv6 address is not public: private, special, reserved or malformed. */
export const isForbiddenAddress = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes('%')) return true;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return true;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6);
};
