import { sql } from 'kysely';
import type { Found, Page } from '#core/shared/page.ts';
import type { UserId } from '#core/users/user.ts';
import { userList } from '#core/users/user-list.ts';
import type { UserListQuery, UserQueries } from '#core/users/user-queries.ts';
import type { UserView } from '#core/users/user-view.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { columnsOf, jsonView, utcText } from '../statements/json-view.ts';
import { findViewById, resourceMembers, versionMembers } from '../statements/resource-view.ts';

const user = columnsOf<{ t: 'users' }>();

/** A user `t` as the API shows it. */
const USER_VIEW = jsonView<UserView>()({
  ...resourceMembers('users', 'user'),
  email: user('t.email'),
  email_verified: sql<boolean>`${user('t.email_verified_at')} is not null`,
  pending_email: user('t.pending_email'),
  name: user('t.name'),
  phone: user('t.phone'),
  addresses: user('t.addresses'),
  metadata: user('t.metadata'),
  role: user('t.role'),
  permissions: user('t.permissions'),
  status: user('t.status'),
  invited_at: utcText(user('t.invited_at')),
  ...versionMembers('users'),
});

const FIND = findViewById('users', USER_VIEW);

export class PostgresUserQueries implements UserQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: UserId): Promise<Found<UserView> | undefined> {
    return (await this.#database.query(FIND({ id })))[0];
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
