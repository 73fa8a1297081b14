import type { SubscriptionMovementRepository } from '#core/subscriptions/ports.ts';
import type { SubscriptionId } from '#core/subscriptions/subscription.ts';
import type { SubscriptionMovement } from '#core/subscriptions/subscription-movement.ts';
import type { TableChanges } from '../store/memory-table.ts';

/** In the order in which they were added, which is the order of their versions and kinds. */
export class MemorySubscriptionMovementRepository implements SubscriptionMovementRepository {
  readonly #movements: TableChanges<SubscriptionId, readonly SubscriptionMovement[]>;

  constructor(movements: TableChanges<SubscriptionId, readonly SubscriptionMovement[]>) {
    this.#movements = movements;
  }

  async add(movements: readonly SubscriptionMovement[]): Promise<void> {
    for (const movement of movements) {
      const { subscriptionId: id } = movement;
      this.#movements.set(id, [...this.#of(id), movement]);
    }
  }

  async findLast(id: SubscriptionId): Promise<SubscriptionMovement | undefined> {
    return this.#of(id).at(-1);
  }

  async listOf(ids: readonly SubscriptionId[]): Promise<readonly SubscriptionMovement[]> {
    return [...new Set(ids)].toSorted().flatMap((id) => this.#of(id));
  }

  #of(id: SubscriptionId): readonly SubscriptionMovement[] {
    return this.#movements.get(id) ?? [];
  }
}
