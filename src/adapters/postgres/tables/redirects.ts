import { p } from '@mikro-orm/postgresql';
import type { Redirect } from '#core/redirects/redirect.ts';
import { resourceColumns } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  ...resourceColumns<'rdr'>(),
  path: p.text(),
  path_key: p.text(),
  target: p.text(),
  target_key: p.text().strictNullable(),
});

export const RedirectRow = table('redirects', copied.columns);

export type RedirectRow = Row<typeof RedirectRow>;

export const toRedirectRow = (redirect: Redirect): RedirectRow => copied.toColumns(redirect);

export const toRedirect = (row: RedirectRow): Redirect => copied.toProperties(row);
