import { sql } from 'kysely';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { UserId } from '#core/users/user.ts';
import type { UserFilter, UserQueries } from '#core/users/user-queries.ts';
import { searchGramsOf, searchTermsOf } from '#core/users/user-search.ts';
import type { UserView } from '#core/users/user-view.ts';
import type { Database } from '../connection/database.ts';
import { given, type PageQuery, Parameters, readPage } from '../lists/page-query.ts';
import { columnsOf, jsonView, literal, utcText } from '../statements/json-view.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';

const user = columnsOf<{ t: 'users' }>();

/** A user `t` as the API shows it. */
export const USER_VIEW = jsonView<UserView>()({
  id: user('t.id'),
  object: literal('user'),
  email: user('t.email'),
  email_verified: sql<boolean>`${user('t.email_verified_at')} is not null`,
  name: user('t.name'),
  phone: user('t.phone'),
  addresses: user('t.addresses'),
  metadata: user('t.metadata'),
  role: user('t.role'),
  permissions: user('t.permissions'),
  status: user('t.status'),
  version: user('t.version'),
  created_at: utcText(user('t.created_at')),
  updated_at: utcText(user('t.updated_at')),
});

const FIND = prepare<{ id: UserId }>()(($) =>
  db
    .selectFrom('users as t')
    .crossJoinLateral(USER_VIEW.row)
    .select(['t.version', USER_VIEW.text.as('view')])
    .where('t.id', '=', $('id')),
);

export class PostgresUserQueries implements UserQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: UserId): Promise<Readonly<{ view: Json<UserView>; version: number }> | undefined> {
    return (await this.#database.query(FIND({ id })))[0];
  }

  list(filter: UserFilter, page: PageRequest): Promise<Page<UserView>> {
    return readPage(this.#database, userPage(filter, page));
  }
}

/** The statement of `list`. Exported so that a test reads its plan. */
export const userPage = (filter: UserFilter, page: PageRequest): PageQuery => {
  const parameters = new Parameters();
  return {
    table: 'users',
    where: userConditions(filter, parameters),
    parameters,
    sort: { column: 'created_at', type: 'timestamptz', descending: true },
    join: USER_VIEW.join,
    item: 'row_to_json(json)::text',
    page,
  };
};

const userConditions = (filter: UserFilter, parameters: Parameters): string[] => [
  ...given(filter.id, (id) => `t.id = ${parameters.add(id)}`),
  ...(filter.q === undefined ? [] : searchTermsOf(filter.q)).flatMap((term) => [
    `t.search_grams @> ${parameters.add(searchGramsOf(term))}::text[]`,
    `strpos(t.search, ${parameters.add(term)}) > 0`,
  ]),
  ...given(filter.role, (role) => `t.role = ${parameters.add(role)}`),
  ...given(filter.status, (status) => `t.status = ${parameters.add(status)}`),
  ...given(filter.emailKey, (key) => `t.email_key = ${parameters.add(key)}`),
  ...given(filter.createdFrom, (time) => `t.created_at >= ${parameters.add(time)}::timestamptz`),
  ...given(filter.createdTo, (time) => `t.created_at <= ${parameters.add(time)}::timestamptz`),
];
