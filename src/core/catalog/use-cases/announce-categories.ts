import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { CatalogTx } from '../ports.ts';
import { productUpdated } from '../records.ts';

const BATCH = 1_000;

/**
 * Makes a step that gives some products the new name of their category, or the category that they were reassigned to,
 * with an event for each. It returns the number of batches; 0 when there is nothing to do at the moment.
 */
export const makeAnnounceCategories =
  ({ unitOfWork, clock }: { unitOfWork: UnitOfWork<CatalogTx>; clock: BusinessClock }) =>
  (): Promise<number> =>
    unitOfWork.run(async (tx) => {
      const products = await tx.products.recategorize(BATCH, clock.now());
      if (products === undefined) return 0;
      const events = products.map(({ before, after }) => productUpdated(before, after));
      await tx.events.append(Actor.system, ...events);
      return 1;
    });
