import { sql } from 'kysely';
import { type ApiKeyId, type ApiKeyView, apiKeyList, apiKeyView } from '#core/access/api-key.ts';
import type { AccessQueries, SessionListing } from '#core/access/ports.ts';
import { Session, type SessionView, sessionView } from '#core/access/session.ts';
import { type ListQuery, newestFirstList } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { type Condition, columnEquals } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { joinAndItem, readPage } from '../lists/page-query.ts';
import { foundView, rowView } from '../statements/row-view.ts';
import { ApiKeyRow, toApiKey } from '../tables/api-keys.ts';
import { SessionRow, toSession } from '../tables/sessions.ts';

/** A key `t` as the API shows it. */
export const API_KEY_VIEW = rowView(ApiKeyRow, (row) => apiKeyView(toApiKey(row)));

const keyTable = listTable('api_keys')(apiKeyList);

export class PostgresAccessQueries implements AccessQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async findKey(id: ApiKeyId): Promise<Found<ApiKeyView> | undefined> {
    const [row] = await this.#database.query(API_KEY_VIEW.find({ id }));
    return row && foundView(API_KEY_VIEW, row);
  }

  listKeys(query: ListQuery<typeof apiKeyList>): Promise<Page<ApiKeyView>> {
    return readPage(this.#database, listPageQuery(keyTable, API_KEY_VIEW, query));
  }

  listSessions({ userId, current, at, page }: SessionListing): Promise<Page<SessionView>> {
    return readPage(this.#database, {
      name: 'sessions',
      table: 'sessions',
      conditions: [columnEquals('user_id', userId), isActive(at)],
      sort: newestFirstList.defaultSort,
      ...joinAndItem(rowView(SessionRow, (row) => sessionView(toSession(row), current))),
      page,
    });
  }
}

const isActive = (at: Date): Condition => ({
  key: 'active',
  values: { expires_after: at, used_after: Session.idleSince(at) },
  sql: ($) => sql`t.expires_at > ${$('expires_after')} and coalesce(t.last_used_at, t.created_at) > ${$('used_after')}`,
});
