import type { AccessQueries, SessionListing } from '#core/access/access-queries.ts';
import type { ApiKeyId } from '#core/access/api-key.ts';
import type { ApiKeyView } from '#core/access/api-key-view.ts';
import type { SessionView } from '#core/access/session-view.ts';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { joinJson, timestamp } from '../connection/json-columns.ts';
import { Parameters, readPage } from '../lists/page-query.ts';

/** The row `json` of a key `t` as the API shows it. */
export const JOIN_KEY = joinJson({
  id: 't.id',
  object: `'api_key'`,
  user_id: 't.user_id',
  name: 't.name',
  prefix: 't.prefix',
  scopes: 't.scopes',
  allowed_ips: 't.allowed_ips',
  last_used_at: timestamp('t.last_used_at'),
  expires_at: timestamp('t.expires_at'),
  revoked_at: timestamp('t.revoked_at'),
  version: 't.version',
  created_at: timestamp('t.created_at'),
  updated_at: timestamp('t.updated_at'),
});

const joinSession = (current: string): string =>
  joinJson({
    id: 't.id',
    object: `'session'`,
    user_id: 't.user_id',
    current: `t.id = ${current}`,
    expires_at: timestamp('t.expires_at'),
    created_at: timestamp('t.created_at'),
    updated_at: timestamp('t.created_at'),
  });

const FIND_KEY = `select t.version, row_to_json(json)::text as view from api_keys t ${JOIN_KEY} where t.id = $1`;

type Found<T> = { view: Json<T>; version: number };

export class PostgresAccessQueries implements AccessQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async findKey(id: ApiKeyId): Promise<Found<ApiKeyView> | undefined> {
    return (await this.#database.query<Found<ApiKeyView>>({ text: FIND_KEY, values: [id] }))[0];
  }

  listKeys(page: PageRequest): Promise<Page<ApiKeyView>> {
    return readPage(this.#database, {
      table: 'api_keys',
      where: [],
      parameters: new Parameters(),
      sort: { column: 'created_at', type: 'timestamptz', descending: true },
      join: JOIN_KEY,
      item: 'row_to_json(json)::text',
      page,
    });
  }

  listSessions({ userId, current, at, page }: SessionListing): Promise<Page<SessionView>> {
    const parameters = new Parameters();
    return readPage(this.#database, {
      table: 'sessions',
      where: [`t.user_id = ${parameters.add(userId)}`, `t.expires_at > ${parameters.add(at)}`],
      parameters,
      sort: { column: 'created_at', type: 'timestamptz', descending: true },
      join: joinSession(parameters.add(current)),
      item: 'row_to_json(json)::text',
      page,
    });
  }
}
