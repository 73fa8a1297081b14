import { lookup, Resolver } from 'node:dns/promises';

export type ResolvedAddress = Readonly<{ address: string; family: number }>;

/** Resolves a name to all its addresses; rejects if it has none. */
export type ResolveName = (name: string) => Promise<readonly ResolvedAddress[]>;

const resolver = new Resolver({ timeout: 2_000, tries: 2 });

/**
 * Uses the system resolver, which includes the hosts file. Node resolves two names at a time and waits long for silent
 * servers.
 */
const byThisMachine: ResolveName = (name) => lookup(name, { all: true });

/** Whether name servers timed out, so that the system resolver would wait again. */
const isSilence = (reason: unknown): boolean => (reason as NodeJS.ErrnoException).code === 'ETIMEOUT';

/**
 * Asks name servers directly, many names at a time, and the system resolver for unknown names. So a name with silent
 * servers delays no other.
 */
const byServers: ResolveName = async (name) => {
  if (name === 'localhost' || name.endsWith('.localhost')) return byThisMachine(name);
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length > 0) return found;
  for (const outcome of [four, six]) {
    if (outcome.status === 'rejected' && isSilence(outcome.reason)) throw outcome.reason;
  }
  return byThisMachine(name);
};

/** Resolves names and shares concurrent look-ups of one name. */
export const makeResolveName = (resolve: ResolveName = byServers): ResolveName => {
  const running = new Map<string, Promise<readonly ResolvedAddress[]>>();
  return (name) => {
    const found = running.get(name) ?? resolve(name).finally(() => running.delete(name));
    running.set(name, found);
    return found;
  };
};
