import { makeAnnounceCategories } from '#core/catalog/use-cases/announce-categories.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';

/**
 * Gives all products the present name of their category. The announcement of a category waits for every transaction
 * that was in progress when it was renamed, those of other databases of the server included.
 */
export const announceCategories = async (storage: StorageUnderTest, clock: BusinessClock): Promise<void> => {
  const step = makeAnnounceCategories({ unitOfWork: storage.unitOfWork, clock });
  do {
    while ((await step()) > 0);
    await storage.untilQuiet();
  } while ((await step()) > 0);
};
