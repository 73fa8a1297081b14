import type { Scope } from '#core/access/scope.ts';

/** What the rows of a file may be. */
export const IMPORT_RESOURCES = ['products', 'users', 'discounts', 'redirects'] as const;
export type ImportResource = (typeof IMPORT_RESOURCES)[number];

/** What reading and running imports of a resource need. */
export const IMPORT_SCOPES = {
  products: { read: 'products:read', write: 'products:write' },
  users: { read: 'users:read', write: 'customers:write' },
  discounts: { read: 'pricing:read', write: 'pricing:write' },
  redirects: { read: 'redirects:read', write: 'redirects:write' },
} as const satisfies Readonly<Record<ImportResource, Readonly<Record<'read' | 'write', Scope>>>>;
