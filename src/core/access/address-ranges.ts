/**
 * Whether a client's address is in one of the ranges: addresses or CIDR blocks of IPv4 or IPv6. An IPv4-mapped IPv6
 * address equals its IPv4 address. Text that is no address is in no range.
 */
export type IsInRanges = (address: string, ranges: readonly string[]) => boolean;
