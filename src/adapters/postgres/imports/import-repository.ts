import { sql } from 'kysely';
import type { Import, ImportId, ImportName } from '#core/imports/import.ts';
import type { ImportRepository } from '#core/imports/ports.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { isUnleased } from '../statements/lease-columns.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, insertRow, previousVersion, selectRow, updatedRow } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { ImportRow, toImport, toImportRow } from '../tables/imports.ts';

const COLUMNS = columnNames(ImportRow);

const LOCK = selectRow(ImportRow, 'for update');

const LOCK_NAMED = prepare<ImportName>()(($) =>
  db.selectFrom('imports').select(COLUMNS).where('account', '=', $('account')).where('key', '=', $('key')).forUpdate(),
);

const INSERT = insertRow(ImportRow);

const UPDATE = prepare<ImportRow>()(($) =>
  db
    .updateTable('imports')
    .set(updatedRow(ImportRow, $))
    .where('id', '=', $('id'))
    .where('version', '=', previousVersion($))
    .returning('id'),
);

const MAX_ABANDONED = 100;

const LOCK_ABANDONED = prepare<{ at: Date }>()(($) =>
  db
    .selectFrom('imports')
    .select(COLUMNS)
    .where('status', '=', sql.lit('running'))
    .where(isUnleased('imports', $('at')))
    .orderBy('created_at')
    .limit(sql.lit(MAX_ABANDONED))
    .forUpdate()
    .skipLocked(),
);

export class PostgresImportRepository implements ImportRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async get(id: ImportId): Promise<Import> {
    const [row] = await this.#session.query(LOCK({ id }));
    if (row === undefined) throw notFound('import', id);
    return toImport(row);
  }

  async find(name: ImportName): Promise<Import | undefined> {
    const [row] = await this.#session.query(LOCK_NAMED(name));
    return row && toImport(row);
  }

  async add(added: Import): Promise<void> {
    this.#session.send(INSERT(toImportRow(added)));
  }

  async save(saved: Import): Promise<void> {
    const [row] = await this.#session.query(UPDATE(toImportRow(saved)));
    if (row === undefined) throw conflict(`Import ${saved.id} was changed by another request.`);
  }

  async listAbandoned(at: Date): Promise<readonly Import[]> {
    return (await this.#session.query(LOCK_ABANDONED({ at }))).map(toImport);
  }
}
