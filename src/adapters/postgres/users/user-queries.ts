import { sql } from 'kysely';
import { labelKey } from '#core/catalog/names.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { UserListQuery, UserQueries } from '#core/users/ports.ts';
import type { UserId } from '#core/users/user.ts';
import { USER_VIEWS, type UserView, type UserVisibility, userList } from '#core/users/user-view.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { foundView, rowView } from '../statements/row-view.ts';
import { toUser, UserRow } from '../tables/users.ts';

const viewFor = (visibility: UserVisibility) => rowView(UserRow, (row) => USER_VIEWS[visibility](toUser(row)));

const VIEWS = { staff: viewFor('staff'), own: viewFor('own') };

export class PostgresUserQueries implements UserQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: UserId, visibility: UserVisibility = 'own'): Promise<Found<UserView> | undefined> {
    const view = VIEWS[visibility];
    const [row] = await this.#database.query(view.find({ id }));
    return row && foundView(view, row);
  }

  list(query: UserListQuery): Promise<Page<UserView>> {
    return readPage(this.#database, userPage(query));
  }
}

const userTable = listTable('users')(userList, {
  columns: {},
  conditions: {
    tag: (tags) => ({
      key: 'tag',
      values: { tag: tags.map(labelKey) },
      sql: ($) => sql`t.tag_keys && ${$('tag')}::text[]`,
    }),
  },
});

/** The statement of `list`, for tests of its plan. */
export const userPage = ({ ownerId, ...query }: UserListQuery): PageQuery =>
  listPageQuery(userTable, VIEWS[ownerId === undefined ? 'staff' : 'own'], {
    ...query,
    conditions: ownerId === undefined ? [] : [columnEquals('id', ownerId)],
  });
