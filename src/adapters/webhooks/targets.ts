import { isIP } from 'node:net';
import type { WebhookTargets } from '#core/webhooks/ports.ts';
import { type AllowedTargets, isForbiddenAddress } from './forbidden-address.ts';
import { makeResolveName, type ResolvedAddress, type ResolveName } from './resolve-name.ts';
import { hostOf, NOT_PUBLIC, readTargetUrl } from './target-url.ts';

type Settings = Readonly<{
  allowed: AllowedTargets;
  resolve?: ResolveName;
  /** A name that resolves too slowly counts as unknown. */
  resolveMs?: number;
}>;

const RESOLVE_MS = 2_000;

/** The message names the URL's error, but not what its name resolved to. */
export const makeWebhookTargets = ({
  allowed,
  resolve = makeResolveName(),
  resolveMs = RESOLVE_MS,
}: Settings): WebhookTargets => ({
  urlError: (text) => readTargetUrl(text, allowed).error,

  async errorOf(text) {
    const { url, error } = readTargetUrl(text, allowed);
    if (url === undefined) return error;
    const host = hostOf(url);
    if (allowed === 'private' || isIP(host) !== 0) return undefined;
    const addresses = await addressesWithin(resolveMs, resolve(host));
    return addresses.some(({ address }) => isForbiddenAddress(address, allowed)) ? NOT_PUBLIC : undefined;
  },
});

/** Empty if the name does not resolve in time. */
const addressesWithin = async (
  milliseconds: number,
  resolving: Promise<readonly ResolvedAddress[]>,
): Promise<readonly ResolvedAddress[]> => {
  const { promise: late, resolve } = Promise.withResolvers<readonly ResolvedAddress[]>();
  const timer = setTimeout(() => resolve([]), milliseconds);
  try {
    return await Promise.race([resolving.catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
};
