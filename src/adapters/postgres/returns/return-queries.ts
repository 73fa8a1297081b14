import type { ReturnListQuery, ReturnQueries } from '#core/returns/ports.ts';
import { type ReturnId, type ReturnView, returnList, returnView } from '#core/returns/return.ts';
import type { Page } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { foundView, rowView } from '../statements/row-view.ts';
import { ReturnRow, toReturn } from '../tables/returns.ts';

/** A return `t` as the API shows it. */
export const RETURN_VIEW = rowView(ReturnRow, (row) => returnView(toReturn(row)));

const returnTable = listTable('returns')(returnList);

/** The statement of `list`. */
export const returnPage = ({ ownerId, ...query }: ReturnListQuery): PageQuery => {
  const conditions = ownerId === undefined ? [] : [columnEquals('user_id', ownerId)];
  return listPageQuery(returnTable, RETURN_VIEW, { ...query, conditions });
};

export class PostgresReturnQueries implements ReturnQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: ReturnId): ReturnType<ReturnQueries['find']> {
    const [row] = await this.#database.query(RETURN_VIEW.find({ id }));
    return row && { ...foundView(RETURN_VIEW, row), userId: row.user_id, orderId: row.order_id };
  }

  list(query: ReturnListQuery): Promise<Page<ReturnView>> {
    return readPage(this.#database, returnPage(query));
  }
}
