import type { Id } from '#core/shared/id.ts';
import type { Storage } from '#core/storage.ts';

/** A stored event. */
export type StoredEvent = Readonly<{
  id: string;
  type: string;
  sequence: number;
  resourceVersion: number;
  data: unknown;
  previous: unknown;
  occurredAt: Date;
}>;

/** A started storage with what the suites need besides its ports. */
export type StorageUnderTest = Storage &
  Readonly<{
    /** A resource's events by sequence; no port reads them. */
    eventsOf(resourceId: Id): Promise<readonly StoredEvent[]>;
    /** Waits for the end of every transaction in progress: workers may wait for them too. */
    untilQuiet(): Promise<void>;
  }>;

/** Opens a new and empty storage. */
export type OpenStorage = () => Promise<StorageUnderTest>;

/** Opens a new and empty storage twice, as two processes that share it do. */
export type OpenSharedStorage = () => Promise<readonly [StorageUnderTest, StorageUnderTest]>;

/** A storage for the enclosing suite: opened before its first test, closed after its last. */
export const useStorage = (open: OpenStorage): (() => StorageUnderTest) => {
  let storage: StorageUnderTest | undefined;
  before(async () => {
    storage = await open();
  });
  after(() => storage?.close());
  return () => {
    if (storage === undefined) throw new Error('The storage is open only while the tests run.');
    return storage;
  };
};

/** As `useStorage`, for a storage that two processes share. */
export const useSharedStorage = (open: OpenSharedStorage): (() => readonly [StorageUnderTest, StorageUnderTest]) => {
  let pair: readonly [StorageUnderTest, StorageUnderTest] | undefined;
  before(async () => {
    pair = await open();
  });
  after(async () => {
    for (const storage of pair ?? []) await storage.close();
  });
  return () => {
    if (pair === undefined) throw new Error('The storages are open only while the tests run.');
    return pair;
  };
};
