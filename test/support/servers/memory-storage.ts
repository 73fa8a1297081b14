import { languages } from '#adapters/languages/languages.ts';
import { makeMemoryStorage } from '#adapters/memory/storage.ts';
import { MemoryStore } from '#adapters/memory/store/memory-store.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { ids } from '../builders/builders.ts';

/** A new storage in memory. */
export const openMemoryStorage = async (): Promise<StorageUnderTest> => {
  const store = new MemoryStore();
  return {
    ...makeMemoryStorage({ ids, languages }, store),
    eventsOf: async (resourceId) => store.events.get(resourceId) ?? [],
    untilQuiet: async () => {},
  };
};
