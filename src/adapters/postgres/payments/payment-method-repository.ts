import { type SqlBool, sql } from 'kysely';
import type { PaymentMethod, PaymentMethodId } from '#core/payments/methods/payment-method.ts';
import type { PaymentMethodRepository } from '#core/payments/methods/ports.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { UserId } from '#core/users/user.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, deleteRow, insertRow, selectRow, updateRow } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { PaymentMethodRow, toPaymentMethod, toPaymentMethodRow } from '../tables/payment-methods.ts';
import { CLAIM_METHOD_CHECK } from './claim-check.ts';

const COLUMNS = columnNames(PaymentMethodRow);

const FIND = selectRow(PaymentMethodRow);

const LOCK = selectRow(PaymentMethodRow, 'for update');

const LOCK_FOR_SHARE = selectRow(PaymentMethodRow, 'for share');

export const FIND_DEFAULT_METHOD = prepare<{ userId: UserId }>()(($) =>
  db
    .selectFrom('payment_methods')
    .select('id')
    .where('user_id', '=', $('userId'))
    .where('is_default', '=', sql.lit(true)),
);

export const LOCK_METHODS_OF = prepare<{ userId: UserId }>()(($) =>
  db
    .selectFrom('payment_methods')
    .select(COLUMNS)
    .where('user_id', '=', $('userId'))
    .where(sql<SqlBool>`status not in ('removing', 'removed')`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .forUpdate(),
);

export const FIND_METHOD_BY_KEY = prepare<{ key: string }>()(($) =>
  db.selectFrom('payment_methods').select(COLUMNS).where('idempotency_key', '=', $('key')),
);

const RELEASE_KEY = prepare<{ id: PaymentMethodId }>()(($) =>
  db.updateTable('payment_methods').set({ idempotency_key: null }).where('id', '=', $('id')),
);

const INSERT = insertRow(PaymentMethodRow);

const UPDATE = updateRow(PaymentMethodRow);

const POSTPONE = prepare<Pick<PaymentMethodRow, 'id' | 'next_check_at' | 'check_count'>>()(($) =>
  db
    .updateTable('payment_methods')
    .set({ next_check_at: $('next_check_at'), check_count: $('check_count') })
    .where('id', '=', $('id')),
);

const REMOVE = deleteRow(PaymentMethodRow);

const IDS_OF = prepare<{ userId: UserId }>()(($) =>
  db.selectFrom('payment_methods').select('id').where('user_id', '=', $('userId')),
);

const REMOVE_REMOVED = prepare<{ userId: UserId }>()(($) =>
  db.deleteFrom('payment_methods').where('user_id', '=', $('userId')).where('status', '=', sql.lit('removed')),
);

const MAX_REMOVED = 5_000;

export const REMOVE_FAILED_METHODS = prepare<{ before: Date }>()(($) =>
  db
    .deleteFrom('payment_methods')
    .where(
      'id',
      '=',
      (eb) =>
        // an array, so that the rows are read by their ids
        sql`any(array(${eb
          .selectFrom('payment_methods')
          .select('id')
          .where('status', '=', sql.lit('failed'))
          .where('updated_at', '<', $('before'))
          .orderBy('updated_at')
          .limit(MAX_REMOVED)}))`,
    )
    .returning('id'),
);

export class PostgresPaymentMethodRepository implements PaymentMethodRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async add(method: PaymentMethod): Promise<void> {
    this.#session.send(INSERT(toPaymentMethodRow(method)));
  }

  async get(id: PaymentMethodId): Promise<PaymentMethod> {
    const [row] = await this.#session.query(LOCK({ id }));
    if (row === undefined) throw notFound('payment method', id);
    return toPaymentMethod(row);
  }

  async find(id: PaymentMethodId): Promise<PaymentMethod | undefined> {
    const [row] = await this.#session.query(FIND({ id }));
    return row && toPaymentMethod(row);
  }

  async lockForShare(id: PaymentMethodId): Promise<PaymentMethod | undefined> {
    const [row] = await this.#session.query(LOCK_FOR_SHARE({ id }));
    return row && toPaymentMethod(row);
  }

  async findDefault(userId: UserId): Promise<PaymentMethodId | undefined> {
    const [row] = await this.#session.query(FIND_DEFAULT_METHOD({ userId }));
    return row?.id;
  }

  async listOf(userId: UserId): Promise<readonly PaymentMethod[]> {
    return (await this.#session.query(LOCK_METHODS_OF({ userId }))).map(toPaymentMethod);
  }

  async eraseOf(userId: UserId): Promise<readonly PaymentMethodId[]> {
    const rows = await this.#session.query(IDS_OF({ userId }));
    this.#session.send(REMOVE_REMOVED({ userId }));
    return rows.map(({ id }) => id);
  }

  async findByKey(key: string, since: Date): Promise<PaymentMethod | undefined> {
    const [row] = await this.#session.query(FIND_METHOD_BY_KEY({ key }));
    const found = row && toPaymentMethod(row);
    if (found === undefined || found.createdAt >= since) return found;
    this.#session.send(RELEASE_KEY({ id: found.id }));
    return undefined;
  }

  async save(method: PaymentMethod): Promise<void> {
    this.#session.send(UPDATE(toPaymentMethodRow(method)));
  }

  async postpone(method: PaymentMethod): Promise<void> {
    this.#session.send(POSTPONE(toPaymentMethodRow(method)));
  }

  async remove(id: PaymentMethodId): Promise<void> {
    this.#session.send(REMOVE({ id }));
  }

  async claimDue(at: Date, until: Date): Promise<PaymentMethodId | undefined> {
    const [claimed] = await this.#session.query(CLAIM_METHOD_CHECK({ at, until }));
    return claimed?.id;
  }

  async removeFailedBefore(before: Date): Promise<number> {
    return (await this.#session.query(REMOVE_FAILED_METHODS({ before }))).length;
  }
}
