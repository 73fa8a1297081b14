/**
 * Whether an address is in one of the ranges: addresses or CIDR blocks of IPv4 or IPv6. An IPv4-mapped IPv6 address
 * equals the IPv4 address; a malformed address is in none.
 */
export type IsInRanges = (address: string, ranges: readonly string[]) => boolean;
