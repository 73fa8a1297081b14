import { sql } from 'kysely';
import type { ProductId } from '#core/catalog/product-fields.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Lease, LeaseRequest } from '#core/shared/lease.ts';
import type { PlanId, TrialKey } from '#core/subscriptions/plan.ts';
import type { ClaimedSubscription, SubscriptionRepository } from '#core/subscriptions/ports.ts';
import type { Subscription, SubscriptionId } from '#core/subscriptions/subscription.ts';
import type { UserId } from '#core/users/user.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, deleteRow, insertRow, selectRow, updateRow } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { SubscriptionRow, toSubscription, toSubscriptionRow } from '../tables/subscriptions.ts';
import { CLAIM_DUE_SUBSCRIPTIONS, POSTPONE_SUBSCRIPTION } from './due-subscriptions.ts';

const COLUMNS = columnNames(SubscriptionRow);

const FIND = selectRow(SubscriptionRow);

const LOCK = selectRow(SubscriptionRow, 'for no key update');

const LOCK_OF = prepare<{ userId: UserId }>()(($) =>
  db.selectFrom('subscriptions').select(COLUMNS).where('user_id', '=', $('userId')).orderBy('id').forNoKeyUpdate(),
);

const INSERT = insertRow(SubscriptionRow);

const UPDATE = updateRow(SubscriptionRow);

const REMOVE = deleteRow(SubscriptionRow);

/** Sorted as the index is, so that a plan that many have is not searched by a scan. */
export const FIND_USE_OF_PLAN = prepare<{ id: PlanId }>()(($) =>
  db.selectFrom('subscriptions').select('id').where('plan_id', '=', $('id')).orderBy('created_at').limit(1),
);

export const FIND_USE_AS_NEXT_PLAN = prepare<{ id: PlanId }>()(($) =>
  db.selectFrom('subscriptions').select('id').where('next_plan_id', '=', $('id')).limit(1),
);

const FIND_TRIAL = prepare<{ userId: UserId; of: TrialKey }>()(($) =>
  db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', $('userId'))
    .where(sql<boolean>`${$('of')} = any(trial_of)`)
    .limit(1),
);

const COUNT_LIVE = prepare<{ userId: UserId; id: PlanId; productId: ProductId | null }>()(($) =>
  db
    .selectFrom('subscriptions')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', $('userId'))
    .where('status', '<>', 'cancelled')
    .where(
      sql<boolean>`array[plan_id, next_plan_id] && array(
        select id from plans where id = ${$('id')} or product_id = ${$('productId')})`,
    ),
);

export class PostgresSubscriptionRepository implements SubscriptionRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async get(id: SubscriptionId): Promise<Subscription> {
    const found = await this.findLocked(id);
    if (found === undefined) throw notFound('subscription', id);
    return found;
  }

  async findLocked(id: SubscriptionId): Promise<Subscription | undefined> {
    const [row] = await this.#session.query(LOCK({ id }));
    return row && toSubscription(row);
  }

  async find(id: SubscriptionId): Promise<Subscription | undefined> {
    const [row] = await this.#session.query(FIND({ id }));
    return row && toSubscription(row);
  }

  async add(subscription: Subscription): Promise<void> {
    this.#session.send(INSERT(toSubscriptionRow(subscription)));
  }

  async save(subscription: Subscription, lease?: Lease): Promise<void> {
    this.#session.send(UPDATE(toSubscriptionRow(subscription, lease)));
  }

  async lockOf(userId: UserId): Promise<readonly Subscription[]> {
    return (await this.#session.query(LOCK_OF({ userId }))).map(toSubscription);
  }

  async remove(id: SubscriptionId): Promise<void> {
    const [row] = await this.#session.query(REMOVE({ id }));
    if (row === undefined) throw notFound('subscription', id);
  }

  async claimDue(at: Date, lease: LeaseRequest, limit: number): Promise<readonly ClaimedSubscription[]> {
    const rows = await this.#session.query(CLAIM_DUE_SUBSCRIPTIONS({ due: at, limit, ...lease }));
    return rows
      .toSorted((a, b) => Number(a.next_step_at) - Number(b.next_step_at))
      .map((row) => ({ subscription: toSubscription(row), failureCount: row.failure_count }));
  }

  async postpone(id: SubscriptionId, lease: Lease): Promise<void> {
    this.#session.send(POSTPONE_SUBSCRIPTION({ id, ...lease }));
  }

  async hadTrial(userId: UserId, of: TrialKey): Promise<boolean> {
    return (await this.#session.query(FIND_TRIAL({ userId, of }))).length > 0;
  }

  async countLive(
    userId: UserId,
    { id, productId }: Parameters<SubscriptionRepository['countLive']>[1],
  ): Promise<number> {
    const [row] = await this.#session.query(COUNT_LIVE({ userId, id, productId }));
    return Number(row?.count ?? 0);
  }

  async isPlanUsed(id: PlanId): Promise<boolean> {
    const used = await this.#session.query(FIND_USE_OF_PLAN({ id }));
    return used.length > 0 || (await this.#session.query(FIND_USE_AS_NEXT_PLAN({ id }))).length > 0;
  }
}
