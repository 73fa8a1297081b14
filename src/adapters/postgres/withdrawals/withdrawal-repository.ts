import { type SqlBool, sql } from 'kysely';
import type { OrderId } from '#core/orders/order.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { UserId } from '#core/users/user.ts';
import type { WithdrawalRepository } from '#core/withdrawals/ports.ts';
import { Withdrawal, type WithdrawalId } from '#core/withdrawals/withdrawal.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, insertRow, previousVersion, selectRow, updatedRow } from '../statements/row-parameters.ts';
import { anyOf, db } from '../statements/sql-builder.ts';
import { toWithdrawal, toWithdrawalRow, WithdrawalRow } from '../tables/withdrawals.ts';

const COLUMNS = columnNames(WithdrawalRow);

const FIND = selectRow(WithdrawalRow);

const LOCK = selectRow(WithdrawalRow, 'for no key update');

/** Exported so that a test reads its plan. */
export const LIST_RECEIVED = prepare<{ orderId: OrderId }>()(($) =>
  db
    .selectFrom('withdrawals')
    .select(COLUMNS)
    .where('order_id', '=', $('orderId'))
    .where('status', '=', sql.lit('received'))
    .orderBy('created_at')
    .orderBy('id'),
);

/** Exported so that a test reads its plan. */
export const CLAIM_DUE = prepare<{ at: Date; nextAt: Date }>()(($) =>
  db
    .updateTable('withdrawals')
    .set({ process_at: $('nextAt') })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('withdrawals')
        .select('id')
        .where('process_at', '<=', $('at'))
        .orderBy('process_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id'),
);

type Buyer = Readonly<{ orderIds: readonly OrderId[]; emailKey: string | null }>;

/** Exported so that a test reads its plan. */
export const LOCK_OF_BUYER = prepare<Buyer>()(($) =>
  db
    .selectFrom('withdrawals')
    .select(COLUMNS)
    .where(
      sql<SqlBool>`(order_id = any(${$('orderIds')}::text[]) or (email_key = ${$('emailKey')}::text and email_key <> ''))`,
    )
    .orderBy('id')
    .forNoKeyUpdate(),
);

const INSERT = insertRow(WithdrawalRow);

const UPDATE = prepare<WithdrawalRow>()(($) =>
  db
    .updateTable('withdrawals')
    .set(updatedRow(WithdrawalRow, $))
    .where('id', '=', $('id'))
    .where('version', '=', previousVersion($))
    .returning('id'),
);

const ASSIGN_USER = prepare<{ orderIds: readonly OrderId[]; userId: UserId }>()(($) =>
  db
    .updateTable('withdrawals')
    .set((eb) => ({ version: eb('version', '+', 1), user_id: $('userId') }))
    .where('order_id', '=', anyOf($('orderIds'))),
);

export class PostgresWithdrawalRepository implements WithdrawalRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async find(id: WithdrawalId): Promise<Withdrawal | undefined> {
    const [row] = await this.#session.query(FIND({ id }));
    return row && toWithdrawal(row);
  }

  async get(id: WithdrawalId): Promise<Withdrawal> {
    const [row] = await this.#session.query(LOCK({ id }));
    if (row === undefined) throw notFound('withdrawal', id);
    return toWithdrawal(row);
  }

  async listReceived(orderId: OrderId): Promise<readonly Withdrawal[]> {
    return (await this.#session.query(LIST_RECEIVED({ orderId }))).map(toWithdrawal);
  }

  async add(added: Withdrawal): Promise<void> {
    this.#session.send(INSERT(toWithdrawalRow(added)));
  }

  async save(saved: Withdrawal): Promise<void> {
    const [row] = await this.#session.query(UPDATE(toWithdrawalRow(saved)));
    if (row === undefined) throw conflict(`Withdrawal ${saved.id} was changed by another request.`);
  }

  async claimDue(at: Date, nextAt: Date): Promise<WithdrawalId | undefined> {
    return (await this.#session.query(CLAIM_DUE({ at, nextAt })))[0]?.id;
  }

  async assignUser(orderIds: readonly OrderId[], userId: UserId): Promise<void> {
    this.#session.send(ASSIGN_USER({ orderIds, userId }));
  }

  async erase({ orderIds, emailKey }: Parameters<WithdrawalRepository['erase']>[0]): Promise<WithdrawalId[]> {
    const rows = await this.#session.query(LOCK_OF_BUYER({ orderIds, emailKey: emailKey ?? null }));
    const erased = rows.map(toWithdrawal).map(Withdrawal.erase);
    for (const each of erased) await this.save(each);
    return erased.map(({ id }) => id);
  }
}
