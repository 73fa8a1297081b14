import { setTimeout as sleep } from 'node:timers/promises';
import { callerOf } from '../servers/calls.ts';

type Product = Readonly<{ id: string; version: number }>;

/** A copy of the products, kept by following `/api/products/changes`. */
export type Follower = Readonly<{
  products: ReadonlyMap<string, Product>;
  /** Changes that were older than one of the same product before it, or other than it under the same version. */
  faults: readonly string[];
  /** Resolves once a page is empty after the call. */
  stop(): Promise<void>;
}>;

/** Follows by the processes in turn. */
export const startFollower = (urls: readonly string[], key: string): Follower => {
  const callers = urls.map((url) => callerOf(url, key));
  const products = new Map<string, Product>();
  const faults: string[] = [];
  let [isStopping, calls, since] = [false, 0, ''];

  const apply = ({ op, id, product }: { op: string; id: string; product: Product }): void => {
    const before = products.get(id);
    const isOther = before?.version === product?.version && JSON.stringify(before) !== JSON.stringify(product);
    if (op !== 'upsert' || product.version < (before?.version ?? 0) || isOther) {
      faults.push(`${op} ${JSON.stringify(product)} after ${JSON.stringify(before)}`);
    }
    products.set(id, product);
  };

  const follow = async (): Promise<void> => {
    for (;;) {
      const isLast = isStopping;
      calls += 1;
      const reply = await callers[calls % callers.length]?.(
        `/api/products/changes?limit=50${since && `&since=${since}`}`,
      );
      if (reply?.status === 200) {
        for (const change of reply.json.data) apply(change);
        since = reply.json.next_cursor;
        if (isLast && reply.json.data.length === 0) return;
      } else if (reply?.status !== 503) faults.push(`${reply?.status} ${reply?.text}`);
      await sleep(50);
    }
  };

  const following = follow();
  following.catch(() => {});
  return {
    products,
    faults,
    async stop() {
      isStopping = true;
      await following;
    },
  };
};
