import { Foundation } from './20261120-foundation.ts';
import { CoveringCategoryPrice } from './20261121-covering-category-price.ts';
import { RequestNames } from './20261121-request-names.ts';
import { People } from './20261122-people.ts';
import { Orders } from './20261123-orders.ts';
import { Payments } from './20261124-payments.ts';

/** The migrations in their order; one that has been released never changes. */
export const MIGRATIONS = {
  tableName: 'migrations',
  migrationsList: [
    { name: '20261120-foundation', class: Foundation },
    { name: '20261121-covering-category-price', class: CoveringCategoryPrice },
    { name: '20261121-request-names', class: RequestNames },
    { name: '20261122-people', class: People },
    { name: '20261123-orders', class: Orders },
    { name: '20261124-payments', class: Payments },
  ],
  snapshot: false,
  allOrNothing: true,
  disableForeignKeys: false,
} as const;
