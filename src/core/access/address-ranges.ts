/**
 * Tells whether a client's address is in one of these ranges: addresses or blocks in CIDR notation, of IPv4 or IPv6. An
 * IPv4 address written as IPv6 is the same address; what is no address is in none.
 */
export type IsInRanges = (address: string, ranges: readonly string[]) => boolean;
