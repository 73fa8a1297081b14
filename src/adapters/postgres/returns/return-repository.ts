import { sql } from 'kysely';
import type { OrderId } from '#core/orders/order.ts';
import type { ReturnRepository } from '#core/returns/ports.ts';
import { OPEN_STATUSES, Return, type ReturnId } from '#core/returns/return.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, insertRow, previousVersion, selectRow, updatedRow } from '../statements/row-parameters.ts';
import { anyOf, db } from '../statements/sql-builder.ts';
import { ReturnRow, toReturn, toReturnRow } from '../tables/returns.ts';

const COLUMNS = columnNames(ReturnRow);

const FIND = selectRow(ReturnRow);

const LOCK = selectRow(ReturnRow, 'for no key update');

const LIST_OPEN = prepare<{ orderId: OrderId }>()(($) =>
  db
    .selectFrom('returns')
    .select(COLUMNS)
    .where('order_id', '=', $('orderId'))
    .where(
      'status',
      'in',
      OPEN_STATUSES.map((status) => sql.lit(status)),
    ),
);

const LOCK_OF_ORDERS = prepare<{ orderIds: readonly OrderId[] }>()(($) =>
  db
    .selectFrom('returns')
    .select(COLUMNS)
    .where('order_id', '=', anyOf($('orderIds')))
    .orderBy('id')
    .forNoKeyUpdate(),
);

const INSERT = insertRow(ReturnRow);

const UPDATE = prepare<ReturnRow>()(($) =>
  db
    .updateTable('returns')
    .set(updatedRow(ReturnRow, $))
    .where('id', '=', $('id'))
    .where('version', '=', previousVersion($))
    .returning('id'),
);

const ASSIGN_USER = prepare<{ orderIds: readonly OrderId[]; userId: NonNullable<Return['userId']> }>()(($) =>
  db
    .updateTable('returns')
    .set((eb) => ({ version: eb('version', '+', 1), user_id: $('userId') }))
    .where('order_id', '=', anyOf($('orderIds'))),
);

export class PostgresReturnRepository implements ReturnRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async find(id: ReturnId): Promise<Return | undefined> {
    const [row] = await this.#session.query(FIND({ id }));
    return row && toReturn(row);
  }

  async get(id: ReturnId): Promise<Return> {
    const [row] = await this.#session.query(LOCK({ id }));
    if (row === undefined) throw notFound('return', id);
    return toReturn(row);
  }

  async listOpen(orderId: OrderId): Promise<readonly Return[]> {
    return (await this.#session.query(LIST_OPEN({ orderId }))).map(toReturn);
  }

  async add(added: Return): Promise<void> {
    this.#session.send(INSERT(toReturnRow(added)));
  }

  async save(saved: Return): Promise<void> {
    const [row] = await this.#session.query(UPDATE(toReturnRow(saved)));
    if (row === undefined) throw conflict(`Return ${saved.id} was changed by another request.`);
  }

  async assignUser(orderIds: readonly OrderId[], userId: NonNullable<Return['userId']>): Promise<void> {
    this.#session.send(ASSIGN_USER({ orderIds, userId }));
  }

  async erase(orderIds: readonly OrderId[]): Promise<ReturnId[]> {
    const rows = await this.#session.query(LOCK_OF_ORDERS({ orderIds }));
    const erased = rows.map(toReturn).map(Return.withoutReasons);
    for (const each of erased) await this.save(each);
    return erased.map(({ id }) => id);
  }
}
