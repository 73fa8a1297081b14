/** Runs one read per key at a time; callers that arrive while it runs share the next one. */
export type SharedReads = <T>(key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Shares concurrent reads of the same key. A read that has started is never joined, so no result is older than its
 * request: every caller sees all earlier commits of any process.
 */
export const makeSharedReads = (): SharedReads => {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Promise<unknown>>();

  const begin = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const result = read();
    const ended = result.catch(() => {}).then(() => void (running.get(key) === ended && running.delete(key)));
    running.set(key, ended);
    return result;
  };

  return <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const joined = waiting.get(key);
    if (joined !== undefined) return joined as Promise<T>;
    const current = running.get(key);
    if (current === undefined) return begin(key, read);
    const next = current.then(() => {
      waiting.delete(key);
      return begin(key, read);
    });
    waiting.set(key, next);
    return next;
  };
};

/**
 * Batches reads by key that arrive in one tick, or while others run. As above, a batch starts after all its requests.
 */
export const batchReads = <V>(
  readMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  { maxBatches, maxKeys }: Readonly<{ maxBatches: number; maxKeys: number }>,
): ((key: string) => Promise<V | undefined>) => {
  const waiting = new Map<string, PromiseWithResolvers<V | undefined>>();
  let running = 0;
  let due = false;

  const begin = async (): Promise<void> => {
    due = false;
    if (waiting.size === 0 || running >= maxBatches) return;
    const batch: typeof waiting = new Map();
    for (const [key, result] of waiting) {
      if (batch.size === maxKeys) break;
      batch.set(key, result);
      waiting.delete(key);
    }
    running += 1;
    try {
      const found = await readMany([...batch.keys()]);
      for (const [key, result] of batch) result.resolve(found.get(key));
    } catch (error) {
      for (const result of batch.values()) result.reject(error);
    }
    running -= 1;
    void begin();
  };

  return (key) => {
    const result = waiting.get(key) ?? Promise.withResolvers<V | undefined>();
    waiting.set(key, result);
    if (!due && running < maxBatches) {
      due = true;
      setImmediate(() => void begin());
    }
    return result.promise;
  };
};
