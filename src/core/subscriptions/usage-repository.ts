import type { TimeSpan } from '#core/shared/time-span.ts';
import type { SubscriptionId } from './subscription.ts';
import type { Usage, UsageAggregation } from './usage.ts';

/** What was used of a subscription. Its key is unique within the subscription. */
export type UsageRecord = Usage & Readonly<{ subscriptionId: SubscriptionId; key: string; recordedAt: Date }>;

/** Writes usage records. Lock their subscriptions before, so that they do not miss a bill. */
export interface UsageRepository {
  /** Adds records, except those whose keys exist; two with one key are never sent. @returns the added ones. */
  add(records: readonly UsageRecord[]): Promise<readonly UsageRecord[]>;
  /** The stored records with these subscriptions and keys. */
  findMany(records: readonly Pick<UsageRecord, 'subscriptionId' | 'key'>[]): Promise<readonly UsageRecord[]>;
  /** What the usage of a span adds up to, as `aggregateUsage` does. 0 without any. */
  total(
    query: Readonly<{ subscriptionId: SubscriptionId; span: TimeSpan; aggregation: UsageAggregation }>,
  ): Promise<number>;
}
