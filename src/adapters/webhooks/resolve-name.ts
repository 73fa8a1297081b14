import { lookup, Resolver } from 'node:dns/promises';

export type ResolvedAddress = Readonly<{ address: string; family: number }>;

/** All addresses of a name, as this machine sees it; rejects where it has none. */
export type ResolveName = (name: string) => Promise<readonly ResolvedAddress[]>;

const resolver = new Resolver({ timeout: 2_000, tries: 2 });

/** As the machine's own file of hosts has it, too. Node looks up two names at a time, and waits long for silent servers. */
const byThisMachine: ResolveName = (name) => lookup(name, { all: true });

/** Whether servers were asked in vain for so long that the machine would wait for them again. */
const isSilence = (reason: unknown): boolean => (reason as NodeJS.ErrnoException).code === 'ETIMEOUT';

/**
 * As the name servers have it, any number of names at a time; one that they do not know may be the machine's own. So a
 * name whose servers are silent holds up no other.
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

/** Resolves names; one that is asked for while it is being resolved is not asked for again. */
export const makeResolveName = (resolve: ResolveName = byServers): ResolveName => {
  const running = new Map<string, Promise<readonly ResolvedAddress[]>>();
  return (name) => {
    const found = running.get(name) ?? resolve(name).finally(() => running.delete(name));
    running.set(name, found);
    return found;
  };
};
