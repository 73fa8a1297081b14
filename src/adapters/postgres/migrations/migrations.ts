import { Foundation } from './20261120-foundation.ts';

/** The migrations in their order; one that has been released never changes. */
export const MIGRATIONS = {
  tableName: 'migrations',
  migrationsList: [{ name: '20261120-foundation', class: Foundation }],
  snapshot: false,
  allOrNothing: true,
  disableForeignKeys: false,
} as const;
