import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { UserId } from '#core/users/user.ts';
import type { UserFilter, UserQueries } from '#core/users/user-queries.ts';
import { searchGramsOf, searchTermsOf } from '#core/users/user-search.ts';
import type { UserView } from '#core/users/user-view.ts';
import type { Database } from '../connection/database.ts';
import { joinJson, timestamp } from '../connection/json-columns.ts';
import { given, type PageQuery, Parameters, readPage } from '../lists/page-query.ts';

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

  list(filter: UserFilter, page: PageRequest): Promise<Page<UserView>> {
    return readPage(this.#database, userPage(filter, page));
  }
}

/** The statement of `list`, for whoever wants to see its plan. */
export const userPage = (filter: UserFilter, page: PageRequest): PageQuery => {
  const parameters = new Parameters();
  return {
    table: 'users',
    where: userConditions(filter, parameters),
    parameters,
    sort: { column: 'created_at', type: 'timestamptz', descending: true },
    join: JOIN_USER,
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
