import type { Found, Page } from '#core/shared/page.ts';
import type { UserListQuery, UserQueries } from '#core/users/ports.ts';
import type { UserId } from '#core/users/user.ts';
import { type UserView, userList, userView } from '#core/users/user-view.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { foundView, rowView } from '../statements/row-view.ts';
import { toUser, UserRow } from '../tables/users.ts';

const USER_VIEW = rowView(UserRow, (row) => userView(toUser(row)));

export class PostgresUserQueries implements UserQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: UserId): Promise<Found<UserView> | undefined> {
    const [row] = await this.#database.query(USER_VIEW.find({ id }));
    return row && foundView(USER_VIEW, row);
  }

  list(query: UserListQuery): Promise<Page<UserView>> {
    return readPage(this.#database, userPage(query));
  }
}

const userTable = listTable('users')(userList);

/** The statement of `list`, for tests of its plan. */
export const userPage = ({ ownerId, ...query }: UserListQuery): PageQuery =>
  listPageQuery(userTable, USER_VIEW, {
    ...query,
    conditions: ownerId === undefined ? [] : [columnEquals('id', ownerId)],
  });
