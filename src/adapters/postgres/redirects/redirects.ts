import { sql } from 'kysely';
import type { RedirectQueries, RedirectRepository } from '#core/redirects/ports.ts';
import { MAX_FOLLOWED, type Redirect, type RedirectId, redirectList, redirectView } from '#core/redirects/redirect.ts';
import { requestedKeyOf } from '#core/redirects/redirect-address.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Database } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, deleteRow, insertRow, selectRow, updateRow } from '../statements/row-parameters.ts';
import { foundView, rowView } from '../statements/row-view.ts';
import { db } from '../statements/sql-builder.ts';
import { RedirectRow, toRedirect, toRedirectRow } from '../tables/redirects.ts';

const COLUMNS = columnNames(RedirectRow);

const LOCK = selectRow(RedirectRow, 'for no key update');

const LOCK_PATH = prepare<{ pathKey: string }>()(($) =>
  db.selectFrom('redirects').select(COLUMNS).where('path_key', '=', $('pathKey')).forNoKeyUpdate(),
);

const LIST_FOLLOWING = prepare<Pick<RedirectRow, 'id' | 'target_key'>>()<RedirectRow>(($) => ({
  compile: () =>
    sql<RedirectRow>`with recursive following as (
      select r.*, 1 as place from redirects r where r.path_key = ${$('target_key')} and r.id <> ${$('id')}
      union all
      select r.*, f.place + 1 from following f join redirects r on r.path_key = f.target_key
      where r.id <> ${$('id')} and f.place < ${sql.lit(MAX_FOLLOWED)})
      select ${sql.join(COLUMNS.map((name) => sql.ref(name)))} from following order by place`.compile(db),
}));

const INSERT = insertRow(RedirectRow);

const UPDATE = updateRow(RedirectRow);

const REMOVE = deleteRow(RedirectRow);

export class PostgresRedirectRepository implements RedirectRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async get(id: RedirectId): Promise<Redirect> {
    const [row] = await this.#session.query(LOCK({ id }));
    if (row === undefined) throw notFound('redirect', id);
    return toRedirect(row);
  }

  async findByPath(pathKey: string): Promise<Redirect | undefined> {
    const [row] = await this.#session.query(LOCK_PATH({ pathKey }));
    return row && toRedirect(row);
  }

  async listFollowing({ id, targetKey }: Redirect): Promise<readonly Redirect[]> {
    if (targetKey === null) return [];
    return (await this.#session.query(LIST_FOLLOWING({ id, target_key: targetKey }))).map(toRedirect);
  }

  async add(redirect: Redirect): Promise<void> {
    this.#session.send(INSERT(toRedirectRow(redirect)));
  }

  async save(redirect: Redirect): Promise<void> {
    this.#session.send(UPDATE(toRedirectRow(redirect)));
  }

  async remove(id: RedirectId): Promise<void> {
    const [row] = await this.#session.query(REMOVE({ id }));
    if (row === undefined) throw notFound('redirect', id);
  }
}

/** A redirect `t` as the API shows it. */
const REDIRECT_VIEW = rowView(RedirectRow, ({ location, ...row }) => redirectView(toRedirect(row), location), {
  location: sql<string>`coalesce((
    with recursive following as (
      select r.target, r.target_key, 1 as place from redirects r where r.path_key = t.target_key and r.id <> t.id
      union all
      select r.target, r.target_key, f.place + 1 from following f join redirects r on r.path_key = f.target_key
      where r.id <> t.id and f.place < ${sql.lit(MAX_FOLLOWED)})
    select target from following order by place desc limit 1), t.target)`,
});

const redirectTable = listTable('redirects')(redirectList, {
  conditions: {
    path: (path) => ({
      key: 'path',
      values: { path: requestedKeyOf(path) ?? null },
      sql: ($) => sql`t.path_key = ${$('path')}`,
    }),
  },
});

/** The statement of `list`. */
export const redirectPage = (query: ListQuery<typeof redirectList>): PageQuery =>
  listPageQuery(redirectTable, REDIRECT_VIEW, query);

export class PostgresRedirectQueries implements RedirectQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: RedirectId) {
    const [row] = await this.#database.query(REDIRECT_VIEW.find({ id }));
    return row && foundView(REDIRECT_VIEW, row);
  }

  list(query: ListQuery<typeof redirectList>): ReturnType<RedirectQueries['list']> {
    return readPage(this.#database, redirectPage(query));
  }
}
