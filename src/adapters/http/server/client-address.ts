import type { IsInRanges } from '#core/access/ports.ts';

/** Whose `X-Forwarded-For` is believed: nobody’s, that of a number of proxies, or that of proxies in address ranges. */
export type TrustProxy = false | number | readonly string[];

type Call = Readonly<{ remote: string; forwardedFor: string }>;

/**
 * The client's address. Each proxy appends the address that called it, so the list is read from its end: the addresses of
 * trusted proxies are skipped, and what precedes the first other address may be forged.
 */
export const makeClientAddress =
  (trust: TrustProxy, isInRanges: IsInRanges) =>
  ({ remote, forwardedFor }: Call): string => {
    if (trust === false) return remote;
    const addresses = forwardedFor.split(',').map((address) => address.trim());
    const chain = [...addresses.filter((address) => address !== ''), remote];
    if (typeof trust === 'number') return chain.at(-1 - Math.min(trust, chain.length - 1)) ?? remote;
    return chain.findLast((address) => !isInRanges(address, trust)) ?? chain[0] ?? remote;
  };
