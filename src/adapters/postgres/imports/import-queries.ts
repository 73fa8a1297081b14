import { sql } from 'kysely';
import type { ImportError, ImportId } from '#core/imports/import.ts';
import type { ImportFile } from '#core/imports/import-file.ts';
import {
  type ImportSummary,
  type ImportView,
  importList,
  importSummary,
  importView,
} from '#core/imports/import-view.ts';
import type { ImportQueries } from '#core/imports/ports.ts';
import type { SourceChoices } from '#core/imports/source/columns.ts';
import type { WarningCount } from '#core/imports/warnings.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { prepare } from '../statements/prepare.ts';
import { foundView, rowView } from '../statements/row-view.ts';
import { db } from '../statements/sql-builder.ts';
import { ImportRow, toImport } from '../tables/imports.ts';

const IMPORT_VIEW = rowView(ImportRow, (row) => importView(toImport(row)));

/** Without the errors, which may be many. */
const IMPORT_SUMMARY = rowView(ImportRow, (row) => importSummary(toImport(row)), {
  errors: sql<readonly ImportError[]>`'[]'::json`,
  warnings: sql<readonly WarningCount[]>`'[]'::json`,
  file: sql<ImportFile | null>`null::json`,
});

const importTable = listTable('imports')(importList);

/** Exported for a test of its plan. */
export const LATEST_CHOICES = prepare<{ header: string }>()(($) =>
  db
    .selectFrom('imports')
    .select('remembered_choices')
    .where('remembered_header', '=', $('header'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
);

export class PostgresImportQueries implements ImportQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: ImportId): Promise<Found<ImportView> | undefined> {
    const [row] = await this.#database.query(IMPORT_VIEW.find({ id }));
    return row && foundView(IMPORT_VIEW, row);
  }

  async findChoices(header: string): Promise<SourceChoices | undefined> {
    const [row] = await this.#database.query(LATEST_CHOICES({ header }));
    return row?.remembered_choices ?? undefined;
  }

  list(query: ListQuery<typeof importList>): Promise<Page<ImportSummary>> {
    return readPage(this.#database, importPage(query));
  }
}

/** The statement of `list`, exported for a test of its plan. */
export const importPage = (query: ListQuery<typeof importList>): PageQuery =>
  listPageQuery(importTable, IMPORT_SUMMARY, query);
