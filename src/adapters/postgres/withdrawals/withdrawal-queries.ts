import type { Page } from '#core/shared/page.ts';
import type { WithdrawalListQuery, WithdrawalQueries } from '#core/withdrawals/ports.ts';
import type { WithdrawalId } from '#core/withdrawals/withdrawal.ts';
import { type WithdrawalView, withdrawalList, withdrawalView } from '#core/withdrawals/withdrawal-view.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { foundView, rowView } from '../statements/row-view.ts';
import { toWithdrawal, WithdrawalRow } from '../tables/withdrawals.ts';

/** A withdrawal `t` as the API shows it. */
export const WITHDRAWAL_VIEW = rowView(WithdrawalRow, (row) => withdrawalView(toWithdrawal(row)));

const withdrawalTable = listTable('withdrawals')(withdrawalList);

/** The statement of `list`. */
export const withdrawalPage = ({ ownerId, ...query }: WithdrawalListQuery): PageQuery => {
  const conditions = ownerId === undefined ? [] : [columnEquals('user_id', ownerId)];
  return listPageQuery(withdrawalTable, WITHDRAWAL_VIEW, { ...query, conditions });
};

export class PostgresWithdrawalQueries implements WithdrawalQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: WithdrawalId): ReturnType<WithdrawalQueries['find']> {
    const [row] = await this.#database.query(WITHDRAWAL_VIEW.find({ id }));
    return row && { ...foundView(WITHDRAWAL_VIEW, row), userId: row.user_id, orderId: row.order_id };
  }

  list(query: WithdrawalListQuery): Promise<Page<WithdrawalView>> {
    return readPage(this.#database, withdrawalPage(query));
  }
}
