import { p } from '@mikro-orm/postgresql';
import type { Import, ImportError } from '#core/imports/import.ts';
import { json, resourceColumns, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

export const ImportRow = table('imports', {
  ...resourceColumns<'imp'>(),
  account: p.text().strictNullable(),
  key: p.text().strictNullable(),
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
  lease_owner: p.text().strictNullable(),
  leased_until: timestamp().strictNullable(),
});

export type ImportRow = Row<typeof ImportRow>;

export const toImportRow = ({
  name,
  onError,
  lastError,
  lease,
  createdAt,
  updatedAt,
  ...fields
}: Import): ImportRow => ({
  ...fields,
  account: name?.account ?? null,
  key: name?.key ?? null,
  on_error: onError,
  last_error: lastError,
  lease_owner: lease?.owner ?? null,
  leased_until: lease?.until ?? null,
  created_at: createdAt,
  updated_at: updatedAt,
});

export const toImport = ({
  account,
  key,
  on_error: onError,
  last_error: lastError,
  lease_owner: owner,
  leased_until: until,
  created_at: createdAt,
  updated_at: updatedAt,
  ...fields
}: ImportRow): Import => ({
  ...fields,
  name: account === null || key === null ? null : { account, key },
  onError,
  lastError,
  lease: owner === null || until === null ? null : { owner, until },
  createdAt,
  updatedAt,
});
