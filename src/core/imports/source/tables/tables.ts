import type { ImportResource } from '../../import-resource.ts';
import { CUSTOMERS } from './customers.ts';
import { DISCOUNTS } from './discounts.ts';
import { REDIRECTS } from './redirects.ts';
import type { SourceTable } from './table.ts';

/** The files of which each row is a resource, by what they are. */
export const SOURCE_TABLES: Readonly<Record<Exclude<ImportResource, 'products'>, SourceTable>> = {
  users: CUSTOMERS,
  discounts: DISCOUNTS,
  redirects: REDIRECTS,
};
