import { sql } from 'kysely';
import type { Json, Page } from '#core/shared/page.ts';
import type { UserId } from '#core/users/user.ts';
import { userList } from '#core/users/user-list.ts';
import type { UserListQuery, UserQueries } from '#core/users/user-queries.ts';
import type { UserView } from '#core/users/user-view.ts';
import type { Database } from '../connection/database.ts';
import { joinJson, timestamp } from '../connection/json-columns.ts';
import { columnEquals } from '../lists/condition.ts';
import { filterConditions } from '../lists/filter-conditions.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';

/** The row `json` of a person `t` as the API shows them. */
export const JOIN_USER = joinJson({
  id: 't.id',
  object: `'user'`,
  email: 't.email',
  email_verified: 't.email_verified_at is not null',
  name: 't.name',
  phone: 't.phone',
  addresses: 't.addresses',
  metadata: 't.metadata',
  role: 't.role',
  permissions: 't.permissions',
  status: 't.status',
  version: 't.version',
  created_at: timestamp('t.created_at'),
  updated_at: timestamp('t.updated_at'),
});

const ITEM = sql.raw<string>('row_to_json(json)::text');

const USER_VIEW = sql.raw(JOIN_USER);

const FIND = `select t.version, row_to_json(json)::text as view from users t ${JOIN_USER} where t.id = $1`;

type Found = { view: Json<UserView>; version: number };

export class PostgresUserQueries implements UserQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: UserId): Promise<Found | undefined> {
    return (await this.#database.query<Found>({ text: FIND, values: [id] }))[0];
  }

  list(query: UserListQuery): Promise<Page<UserView>> {
    return readPage(this.#database, userPage(query));
  }
}

const userTable = listTable('users')(userList, { columns: {}, conditions: {} });

/** The statement of `list`, for tests of its plan. */
export const userPage = ({ filter, ownerId, sort = userList.defaultSort, page }: UserListQuery): PageQuery => ({
  name: 'users',
  table: userTable.table,
  conditions: [...(ownerId === undefined ? [] : [columnEquals('id', ownerId)]), ...filterConditions(userTable, filter)],
  sort,
  join: USER_VIEW,
  item: ITEM,
  page,
});
