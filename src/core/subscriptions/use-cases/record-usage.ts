import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { conflict, type DomainError, type FieldError, invalid, unknownReference } from '#core/shared/domain-error.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { SubscriptionsTx, UsageRecord } from '../ports.ts';
import { storeSubscription } from '../steps/store-step.ts';
import { makeUsageLimit, type UsageLimit } from '../steps/usage-limit.ts';
import { type Subscription, type SubscriptionId, stepped } from '../subscription.ts';
import { placeOfUsage, type UsagePlace } from '../usage-place.ts';

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

/** What follows an invalid record: nothing is recorded, or the others are. */
export const ON_USAGE_ERROR = ['stop', 'continue'] as const;

export type OnUsageError = (typeof ON_USAGE_ERROR)[number];

type UsageError = FieldError & Readonly<{ kind: 'unknown' | 'conflict' | 'invalid' }>;

/** What became of a record. `unchanged`: it was recorded before. `late`: the period was billed already. */
export type UsageResult =
  | Readonly<{ status: 'created' | 'late' | 'unchanged'; record: UsageRecord }>
  | Readonly<{ status: 'failed'; error: UsageError }>;

/**
 * Records usage. A record whose key exists has no further effect.
 * @returns the result of each record, in the order of the reported ones.
 * @throws DomainError with `stop`: `validation_failed` or `unknown_reference` with every error of the records, `conflict`
 * for a key that exists with another quantity or time.
 */
export type RecordUsage = (
  reported: readonly ReportedUsage[],
  onError: OnUsageError,
) => Work<readonly UsageResult[], SubscriptionsTx>;

export const makeRecordUsage =
  ({ clock }: Readonly<{ clock: BusinessClock }>): RecordUsage =>
  (reported, onError) =>
  async (tx) => {
    const subscriptions = await lockAll(tx, reported);
    const now = clock.now();
    const stored = new Map((await tx.usage.findMany(reported)).map((record) => [identityOf(record), record] as const));
    const limit = makeUsageLimit(tx);
    const added: Added[] = [];
    const results: UsageResult[] = [];
    for (const [index, usage] of reported.entries()) {
      const subscription = subscriptions.get(usage.subscriptionId);
      const result = await resultOf({ usage, index, subscription, same: stored.get(identityOf(usage)), limit, now });
      results.push(result);
      if (!('place' in result)) continue;
      stored.set(identityOf(usage), result.record);
      added.push(result);
    }
    if (onError === 'stop') requireNoError(results);
    if (added.length > 0) await tx.usage.add(added.map(({ record }) => record));
    for (const subscription of subscriptions.values()) await billLate(tx, { subscription, added, at: now });
    return results;
  };

type Added = Readonly<{ status: 'created' | 'late'; record: UsageRecord; place: UsagePlace }>;

type Judged = Readonly<{
  usage: ReportedUsage;
  index: number;
  subscription: Subscription | undefined;
  /** The record that has its key already. */
  same: UsageRecord | undefined;
  limit: UsageLimit;
  now: Date;
}>;

const resultOf = async ({
  usage,
  index,
  subscription,
  same,
  limit,
  now,
}: Judged): Promise<Added | Exclude<UsageResult, Readonly<{ status: 'created' | 'late' }>>> => {
  const fail = (kind: UsageError['kind'], field: string, message: string) =>
    ({ status: 'failed', error: { kind, path: ['records', index, field], code: 'any.only', message } }) as const;
  if (subscription === undefined) return fail('unknown', 'subscription_id', UNKNOWN);
  const { at = now, ...fields } = usage;
  if (same !== undefined) {
    return isSame(same, usage) ? { status: 'unchanged', record: same } : fail('conflict', 'key', OTHER_RECORD);
  }
  const place = placeOfUsage(subscription, { at, now });
  if ('field' in place) return fail('invalid', place.field, place.message);
  if (!(await limit.accepts(subscription.id, place, usage.quantity))) return fail('invalid', 'quantity', TOO_MUCH);
  return { status: place.isLate ? 'late' : 'created', record: { ...fields, at, recordedAt: now }, place };
};

const UNKNOWN = 'must be the id of an existing subscription';

const OTHER_RECORD = 'must be another one: a record has this key, and another quantity or time';

const TOO_MUCH = 'must be less: the usage of the period would cost too much for an invoice';

const isSame = (stored: UsageRecord, { quantity, at }: ReportedUsage): boolean =>
  stored.quantity === quantity && (at === undefined || stored.at.getTime() === at.getTime());

/** @throws DomainError for the errors of one kind: those of unknown references first. */
const requireNoError = (results: readonly UsageResult[]): void => {
  const errors = results.flatMap((result) => (result.status === 'failed' ? [result.error] : []));
  const errorsOf = (wanted: UsageError['kind']): FieldError[] =>
    errors.filter(({ kind }) => kind === wanted).map(({ kind: _, ...error }) => error);
  const unknown = errorsOf('unknown');
  if (unknown.length > 0) throw unknownReference(unknown);
  const [differing] = errorsOf('conflict');
  if (differing !== undefined) throw differentRecord(differing);
  if (errors.length > 0) throw invalid(errorsOf('invalid'));
};

const differentRecord = ({ path: [, index] }: FieldError): DomainError =>
  conflict(`The record ${index} has the key of a record with another quantity or time. Send another key.`);

type Late = Readonly<{ subscription: Subscription; added: readonly Added[]; at: Date }>;

/** Has the next invoice bill what late records add to the spans that were billed already. */
const billLate = async (tx: SubscriptionsTx, { subscription: before, added, at }: Late): Promise<void> => {
  const isBilled = ({ span }: UsagePlace): boolean =>
    before.unbilled.some((part) => part.kind === 'usage' && part.span.start.getTime() === span.start.getTime());
  const late = new Map(
    added
      .filter(({ record, place }) => record.subscriptionId === before.id && place.isLate && !isBilled(place))
      .map(({ place: { plan, span } }) => [span.start.getTime(), { kind: 'usage', plan, span } as const]),
  );
  if (late.size === 0) return;
  const after = stepped(before, { unbilled: [...before.unbilled, ...late.values()] }, at);
  await storeSubscription(tx, Actor.system, { before, after });
};

const identityOf = ({ subscriptionId, key }: Pick<UsageRecord, 'subscriptionId' | 'key'>): string =>
  `${subscriptionId} ${key}`;

/** Locks in the order of the ids, so that no two transactions deadlock. */
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
  return found;
};
