import { sql } from 'kysely';
import type { ImportError, ImportId } from '#core/imports/import.ts';
import { importList } from '#core/imports/import-list.ts';
import type { ImportQueries } from '#core/imports/import-queries.ts';
import type { ImportSummary, ImportView } from '#core/imports/import-view.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { columnsOf, jsonView } from '../statements/json-view.ts';
import { findViewById, resourceMembers, versionMembers } from '../statements/resource-view.ts';

const t = columnsOf<{ t: 'imports' }>();

const SUMMARY = {
  ...resourceMembers('imports', 'import'),
  status: t('t.status'),
  format: t('t.format'),
  on_error: t('t.on_error'),
  rows: t('t.rows'),
  created: t('t.created'),
  updated: t('t.updated'),
  unchanged: t('t.unchanged'),
  failed: sql<number>`${t('t.failed')} + case when ${t('t.last_error')} is null then 0 else 1 end`,
  ...versionMembers('imports'),
};

/** An import `t` as the API shows it. */
const IMPORT_VIEW = jsonView<ImportView>()({
  ...SUMMARY,
  errors: sql<readonly ImportError[]>`case when ${t('t.last_error')} is null then ${t('t.errors')}
    else (${t('t.errors')}::jsonb || jsonb_build_array(${t('t.last_error')}))::json end`,
});

const IMPORT_SUMMARY = jsonView<ImportSummary>()(SUMMARY);

const FIND = findViewById('imports', IMPORT_VIEW);

const importTable = listTable('imports')(importList);

export class PostgresImportQueries implements ImportQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: ImportId): Promise<Found<ImportView> | undefined> {
    return (await this.#database.query(FIND({ id })))[0];
  }

  list(query: ListQuery<typeof importList>): Promise<Page<ImportSummary>> {
    return readPage(this.#database, importPage(query));
  }
}

/** The statement of `list`, exported for a test of its plan. */
export const importPage = (query: ListQuery<typeof importList>): PageQuery =>
  listPageQuery(importTable, IMPORT_SUMMARY, query);
