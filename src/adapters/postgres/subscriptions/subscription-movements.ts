import { sql } from 'kysely';
import type { SubscriptionMovementRepository } from '#core/subscriptions/ports.ts';
import type { SubscriptionId } from '#core/subscriptions/subscription.ts';
import type { SubscriptionMovement } from '#core/subscriptions/subscription-movement.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, recordset } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import {
  SubscriptionMovementRow,
  toSubscriptionMovement,
  toSubscriptionMovementRow,
} from '../tables/subscription-movements.ts';

const COLUMNS = columnNames(SubscriptionMovementRow);

const ADD = prepare<{ rows: readonly SubscriptionMovementRow[] }>()(($) =>
  db
    .insertInto('subscription_movements')
    .columns(COLUMNS)
    .expression((eb) => eb.selectFrom(recordset('subscription_movements', $.json('rows')).as('row')).select(COLUMNS)),
);

export const FIND_LAST_MOVEMENT = prepare<{ id: SubscriptionId }>()(($) =>
  db
    .selectFrom('subscription_movements')
    .select(COLUMNS)
    .where('subscription_id', '=', $('id'))
    .orderBy('version', 'desc')
    .orderBy('kind', 'desc')
    .limit(1),
);

export const LIST_MOVEMENTS = prepare<{ ids: readonly SubscriptionId[] }>()(($) =>
  db
    .selectFrom('subscription_movements')
    .select(COLUMNS)
    .where('subscription_id', '=', sql<SubscriptionId>`any(${$('ids')}::text[])`)
    .orderBy('subscription_id')
    .orderBy('version')
    .orderBy('kind'),
);

export class PostgresSubscriptionMovementRepository implements SubscriptionMovementRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async add(movements: readonly SubscriptionMovement[]): Promise<void> {
    this.#session.send(ADD({ rows: movements.map(toSubscriptionMovementRow) }));
  }

  async findLast(id: SubscriptionId): Promise<SubscriptionMovement | undefined> {
    const [row] = await this.#session.query(FIND_LAST_MOVEMENT({ id }));
    return row && toSubscriptionMovement(row);
  }

  async listOf(ids: readonly SubscriptionId[]): Promise<readonly SubscriptionMovement[]> {
    return (await this.#session.query(LIST_MOVEMENTS({ ids }))).map(toSubscriptionMovement);
  }
}
