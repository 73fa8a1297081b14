import { sql } from 'kysely';
import type { AccessQueries, SessionListing } from '#core/access/access-queries.ts';
import type { ApiKeyId } from '#core/access/api-key.ts';
import { apiKeyList } from '#core/access/api-key-list.ts';
import type { ApiKeyView } from '#core/access/api-key-view.ts';
import type { SessionView } from '#core/access/session-view.ts';
import { type ListQuery, newestFirstList } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { type Condition, columnEquals } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { joinAndItem, readPage } from '../lists/page-query.ts';
import { columnsOf, jsonView, literal, utcText } from '../statements/json-view.ts';
import { findViewById, resourceMembers, versionMembers } from '../statements/resource-view.ts';
import { Parameter } from '../statements/sql-builder.ts';

const key = columnsOf<{ t: 'api_keys' }>();

/** A key `t` as the API shows it. */
export const API_KEY_VIEW = jsonView<ApiKeyView>()({
  ...resourceMembers('api_keys', 'api_key'),
  kind: key('t.kind'),
  user_id: key('t.user_id'),
  name: key('t.name'),
  prefix: key('t.prefix'),
  scopes: key('t.scopes'),
  allowed_ips: key('t.allowed_ips'),
  allowed_origins: key('t.allowed_origins'),
  rate_limit: key('t.rate_limit'),
  last_used_at: utcText(key('t.last_used_at')),
  expires_at: utcText(key('t.expires_at')),
  revoked_at: utcText(key('t.revoked_at')),
  ...versionMembers('api_keys'),
});

const session = columnsOf<{ t: 'sessions' }>();

const SESSION_VIEW = jsonView<SessionView>()({
  id: session('t.id'),
  object: literal('session'),
  user_id: session('t.user_id'),
  // the parameter is null for a key
  current: sql<boolean>`coalesce(t.id = ${new Parameter('current')}, false)`,
  user_agent: session('t.user_agent'),
  ip: session('t.ip'),
  expires_at: utcText(session('t.expires_at')),
  created_at: utcText(session('t.created_at')),
  updated_at: utcText(session('t.created_at')),
});

const keyTable = listTable('api_keys')(apiKeyList);

const FIND_KEY = findViewById('api_keys', API_KEY_VIEW);

export class PostgresAccessQueries implements AccessQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async findKey(id: ApiKeyId): Promise<Found<ApiKeyView> | undefined> {
    return (await this.#database.query(FIND_KEY({ id })))[0];
  }

  listKeys(query: ListQuery<typeof apiKeyList>): Promise<Page<ApiKeyView>> {
    return readPage(this.#database, listPageQuery(keyTable, API_KEY_VIEW, query));
  }

  listSessions({ userId, current, at, page }: SessionListing): Promise<Page<SessionView>> {
    return readPage(this.#database, {
      name: 'sessions',
      table: 'sessions',
      conditions: [columnEquals('user_id', userId), expiresAfter(at)],
      sort: newestFirstList.defaultSort,
      ...joinAndItem(SESSION_VIEW),
      values: { current },
      page,
    });
  }
}

const expiresAfter = (at: Date): Condition => ({
  key: 'expires_after',
  values: { expires_after: at },
  sql: ($) => sql`t.expires_at > ${$('expires_after')}`,
});
