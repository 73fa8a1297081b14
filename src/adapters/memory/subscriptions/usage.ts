import type { UsageRecord, UsageRepository } from '#core/subscriptions/ports.ts';
import { aggregateUsage } from '#core/subscriptions/usage.ts';
import type { TableChanges } from '../store/memory-table.ts';

const keyOf = ({ subscriptionId, key }: Pick<UsageRecord, 'subscriptionId' | 'key'>): string =>
  `${subscriptionId} ${key}`;

export const makeUsageRepository = (rows: TableChanges<string, UsageRecord>): UsageRepository => ({
  async add(records) {
    const added = records.filter((record) => rows.get(keyOf(record)) === undefined);
    for (const record of added) rows.set(keyOf(record), record);
    return added;
  },

  findMany: async (records) => records.flatMap((record) => rows.get(keyOf(record)) ?? []),

  async total({ subscriptionId: id, span: { start, end }, aggregation }) {
    const isIn = ({ subscriptionId, at }: UsageRecord) => subscriptionId === id && start <= at && at < end;
    return aggregateUsage(aggregation, rows.filter(isIn));
  },
});
