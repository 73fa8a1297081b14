import { p } from '@mikro-orm/postgresql';
import type { Import, ImportError } from '#core/imports/import.ts';
import type { ImportFile } from '#core/imports/import-file.ts';
import type { SourceChoices } from '#core/imports/source/columns.ts';
import type { WarningCount } from '#core/imports/warnings.ts';
import { json, resourceColumns, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  ...resourceColumns<'imp'>(),
  resource: p.text().$type<Import['resource']>(),
  status: p.text().$type<Import['status']>(),
  format: p.text().$type<Import['format']>(),
  on_error: p.text().$type<Import['onError']>(),
  rows: p.integer(),
  digest: p.text(),
  created: p.integer(),
  updated: p.integer(),
  unchanged: p.integer(),
  failed: p.integer(),
  errors: json<readonly ImportError[]>(),
  last_error: json<ImportError>().strictNullable(),
  warnings: json<readonly WarningCount[]>(),
  images: json<Import['images']>(),
  file: json<ImportFile>().strictNullable(),
});

export const ImportRow = table('imports', {
  ...copied.columns,
  account: p.text().strictNullable(),
  key: p.text().strictNullable(),
  remembered_header: p.text().strictNullable(),
  remembered_choices: json<SourceChoices>().strictNullable(),
  lease_owner: p.text().strictNullable(),
  leased_until: timestamp().strictNullable(),
});

export type ImportRow = Row<typeof ImportRow>;

export const toImportRow = (stored: Import): ImportRow => ({
  ...copied.toColumns(stored),
  account: stored.name?.account ?? null,
  key: stored.name?.key ?? null,
  remembered_header: stored.remembered?.header ?? null,
  remembered_choices: stored.remembered?.choices ?? null,
  lease_owner: stored.lease?.owner ?? null,
  leased_until: stored.lease?.until ?? null,
});

export const toImport = ({
  account,
  key,
  remembered_header: header,
  remembered_choices: choices,
  lease_owner: owner,
  leased_until: until,
  ...row
}: ImportRow): Import => ({
  ...copied.toProperties(row),
  name: account === null || key === null ? null : { account, key },
  remembered: header === null ? null : { header, choices },
  lease: owner === null || until === null ? null : { owner, until },
});
