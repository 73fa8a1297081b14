import type { ReturnId } from '#core/returns/return.ts';
import type { ReturnListQuery, ReturnQueries } from '#core/returns/return-queries.ts';
import { type ReturnView, returnList } from '#core/returns/return-view.ts';
import type { Page } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { columnsExcept, jsonView } from '../statements/json-view.ts';
import { prepare } from '../statements/prepare.ts';
import { resourceMembers, versionMembers } from '../statements/resource-view.ts';
import { db } from '../statements/sql-builder.ts';
import { ReturnRow } from '../tables/returns.ts';

/** A return `t` as the API shows it. */
export const RETURN_VIEW = jsonView<ReturnView>()({
  ...resourceMembers('returns', 'return'),
  ...columnsExcept(ReturnRow, []),
  ...versionMembers('returns'),
});

const FIND_VIEW = prepare<{ id: ReturnId }>()(($) =>
  db
    .selectFrom('returns as t')
    .crossJoinLateral(RETURN_VIEW.lateralRow)
    .select(['t.version', 't.user_id as userId', 't.order_id as orderId', RETURN_VIEW.jsonText.as('view')])
    .where('t.id', '=', $('id')),
);

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
    return (await this.#database.query(FIND_VIEW({ id })))[0];
  }

  list(query: ReturnListQuery): Promise<Page<ReturnView>> {
    return readPage(this.#database, returnPage(query));
  }
}
