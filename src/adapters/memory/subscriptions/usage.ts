import type { UsageRecord, UsageRepository } from '#core/subscriptions/ports.ts';
import type { SubscriptionId } from '#core/subscriptions/subscription.ts';
import { aggregateUsage } from '#core/subscriptions/usage.ts';
import type { TableChanges } from '../store/memory-table.ts';

type Key = Pick<UsageRecord, 'subscriptionId' | 'key'>;

const keyOf = ({ subscriptionId, key }: Key): string => `${subscriptionId} ${key}`;

export class MemoryUsageRepository implements UsageRepository {
  readonly #records: TableChanges<string, UsageRecord>;

  constructor(records: TableChanges<string, UsageRecord>) {
    this.#records = records;
  }

  async add(records: readonly UsageRecord[]): Promise<readonly UsageRecord[]> {
    const added = records.filter((record) => this.#records.get(keyOf(record)) === undefined);
    for (const record of added) this.#records.set(keyOf(record), record);
    return added;
  }

  async findMany(records: readonly Key[]): Promise<readonly UsageRecord[]> {
    return records.flatMap((record) => this.#records.get(keyOf(record)) ?? []);
  }

  async total({ subscriptionId, span, aggregation }: Parameters<UsageRepository['total']>[0]): Promise<number> {
    const isIn = ({ at }: UsageRecord): boolean => span.start <= at && at < span.end;
    return aggregateUsage(aggregation, this.#of(subscriptionId).filter(isIn));
  }

  #of(id: SubscriptionId): UsageRecord[] {
    return [...this.#records.values()].filter(({ subscriptionId }) => subscriptionId === id);
  }
}
