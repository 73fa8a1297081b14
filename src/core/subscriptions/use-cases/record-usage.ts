import type { BusinessClock } from '#core/shared/clock.ts';
import { conflict, DomainError, type FieldError, invalid, unknownReference } from '#core/shared/domain-error.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { PlanPrice } from '../plan-price.ts';
import type { SubscriptionsTx, UsageRecord } from '../ports.ts';
import type { Subscription, SubscriptionId } from '../subscription.ts';

/** A usage record as a client reports it. */
type ReportedUsage = Readonly<{
  subscriptionId: SubscriptionId;
  /** Identifies the record within the subscription. */
  key: string;
  /** A whole number, not negative. */
  quantity: number;
  /** Now if omitted. */
  at?: Date | undefined;
}>;

/** The most records of a request. */
export const MAX_USAGE_RECORDS = 1_000;

/**
 * Records usage, all or nothing. A record whose key exists has no further effect.
 * @returns the stored records, in the order of the reported ones.
 * @throws DomainError `validation_failed` or `unknown_reference` with every error of the records, `conflict` for a key
 * that exists with another quantity or time.
 */
export type RecordUsage = (reported: readonly ReportedUsage[]) => Work<readonly UsageRecord[], SubscriptionsTx>;

export const makeRecordUsage =
  ({ clock }: Readonly<{ clock: BusinessClock }>): RecordUsage =>
  (reported) =>
  async (tx) => {
    const subscriptions = await lockAll(tx, reported);
    const recordedAt = clock.now();
    const existing = new Map(
      (await tx.usage.findMany(reported)).map((record) => [identityOf(record), record] as const),
    );
    const stored: UsageRecord[] = [];
    const added: UsageRecord[] = [];
    const errors: FieldError[] = [];
    reported.forEach((usage, index) => {
      const { at = recordedAt, ...fields } = usage;
      const same = existing.get(identityOf(usage));
      if (same !== undefined) requireSame(same, usage, index);
      const record = same ?? { ...fields, at, recordedAt };
      const subscription = subscriptions.get(usage.subscriptionId);
      if (same === undefined && subscription !== undefined) {
        errors.push(...errorsOf(subscription, { at, now: recordedAt, index }));
        existing.set(identityOf(usage), record);
        added.push(record);
      }
      stored.push(record);
    });
    if (errors.length > 0) throw invalid(errors);
    if (added.length === 0) return stored;
    await tx.usage.add(added);
    for (const subscription of subscriptions.values()) await requireBillable(tx, subscription, reported);
    return stored;
  };

/** The part of the largest amount that usage may cost, so that taxes and other lines fit on its invoice. */
const LARGEST_PART = 10n;

/** @throws DomainError `validation_failed` if the usage that is not billed yet costs too much for an invoice. */
const requireBillable = async (
  tx: SubscriptionsTx,
  subscription: Subscription,
  reported: readonly ReportedUsage[],
): Promise<void> => {
  const plan = await tx.plans.find(subscription.plan.planId);
  if (plan === undefined || plan.usage === null) return;
  const span = { start: usageStart(subscription), end: LAST_TIME };
  const isBillable = await tx.usage
    .total({ subscriptionId: subscription.id, span, aggregation: plan.usage })
    .then((total) => !PlanPrice.total(plan.price, total).times(LARGEST_PART).isTooLarge)
    .catch((error: unknown) => {
      const isTooLarge = error instanceof RangeError || (error instanceof DomainError && error.kind === 'invalid');
      if (isTooLarge) return false;
      throw error;
    });
  if (isBillable) return;
  const index = reported.findLastIndex(({ subscriptionId }) => subscriptionId === subscription.id);
  throw invalid([
    fieldError(index, 'quantity', 'must be less: the usage of the period would cost too much for an invoice'),
  ]);
};

const LAST_TIME = new Date('9999-12-31T23:59:59.999Z');

/** From when on usage may be recorded: in a trial it is free, and a pause may have moved the period. */
const usageStart = ({ period, usageSince }: Subscription): Date =>
  usageSince < period.start ? usageSince : period.start;

const identityOf = ({ subscriptionId, key }: Pick<UsageRecord, 'subscriptionId' | 'key'>): string =>
  `${subscriptionId} ${key}`;

/** Locks in the order of the ids, so that no two transactions deadlock. @throws DomainError `unknown_reference`. */
const lockAll = async (
  tx: SubscriptionsTx,
  reported: readonly ReportedUsage[],
): Promise<ReadonlyMap<SubscriptionId, Subscription>> => {
  const found = new Map<SubscriptionId, Subscription>();
  for (const id of [...new Set(reported.map(({ subscriptionId }) => subscriptionId))].toSorted()) {
    // a pending one is not known to clients
    const subscription = await tx.subscriptions.find(id);
    if (subscription !== undefined && !subscription.isPending) found.set(id, await tx.subscriptions.get(id));
  }
  const errors = reported.flatMap(({ subscriptionId }, index) =>
    found.has(subscriptionId) ? [] : [fieldError(index, 'subscription_id', UNKNOWN)],
  );
  if (errors.length > 0) throw unknownReference(errors);
  return found;
};

const UNKNOWN = 'must be the id of an existing subscription';
const NOT_METERED = 'must be the id of a subscription to a plan with usage';

const fieldError = (index: number, field: string, message: string): FieldError => ({
  path: ['records', index, field],
  code: 'any.only',
  message,
});

type Reported = Readonly<{ at: Date; now: Date; index: number }>;

const errorsOf = (subscription: Subscription, { at, now, index }: Reported): FieldError[] => {
  const { plan, status, pause } = subscription;
  if (!plan.isMetered) return [fieldError(index, 'subscription_id', NOT_METERED)];
  if (status === 'cancelled' || status === 'incomplete') {
    return [fieldError(index, 'subscription_id', `must be the id of a subscription that is not ${status}`)];
  }
  const until = pause === null || pause.since > now ? now : pause.since;
  const start = usageStart(subscription);
  if (at >= start && at <= until) return [];
  const limits = `${start.toISOString()} to ${until.toISOString()}`;
  return [fieldError(index, 'at', `must be in the current period, from ${limits}: earlier usage is billed already`)];
};

/** @throws DomainError `conflict`. */
const requireSame = (stored: UsageRecord, { key, quantity, at }: ReportedUsage, index: number): void => {
  const isSame = stored.quantity === quantity && (at === undefined || stored.at.getTime() === at.getTime());
  if (isSame) return;
  throw conflict(`The record ${index} has the key ${key} of a record with another quantity or time. Send another key.`);
};
