import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The allocated global unicast range; the rest of IPv6 is special or reserved. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** The addresses that webhooks may be sent to. `private` also allows all names, and each but `public` some plain HTTP. */
export type AllowedTargets = 'public' | 'loopback' | 'private';

/** Whether webhooks must not be sent to an address. All but `private` refuse private, special, reserved and malformed ones. */
export const isForbiddenAddress = (address: string, allowed: AllowedTargets): boolean => {
  if (allowed === 'private') return false;
  if (isIP(address) === 0 || address.includes('%')) return true;
  const parsed = ipaddr.parse(address);
  if (allowed === 'loopback' && parsed.range() === 'loopback') return false;
  if (parsed.range() !== 'unicast') return true;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6);
};
