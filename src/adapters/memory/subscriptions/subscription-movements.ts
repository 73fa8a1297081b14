import type { SubscriptionMovementRepository } from '#core/subscriptions/ports.ts';
import type { StoreChanges } from '../store/memory-store.ts';

/** In the order in which they were added, which is the order of their versions and kinds. */
export const makeSubscriptionMovementRepository = ({
  subscriptionMovements: rows,
}: StoreChanges): SubscriptionMovementRepository => ({
  async add(movements) {
    for (const movement of movements) {
      const { subscriptionId: id } = movement;
      rows.set(id, [...(rows.get(id) ?? []), movement]);
    }
  },

  findLast: async (id) => rows.get(id)?.at(-1),
  listOf: async (ids) => [...new Set(ids)].toSorted().flatMap((id) => rows.get(id) ?? []),
});
