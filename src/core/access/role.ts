import { SCOPES, type Scope } from './scope.ts';

export const ROLES = ['owner', 'admin', 'staff', 'analyst', 'customer'] as const;

/** What a user is to the shop. */
export type Role = (typeof ROLES)[number];

const READS = SCOPES.filter((scope) => scope.endsWith(':read'));

const OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ['*'],
  admin: SCOPES.filter((scope) => scope !== '*'),
  staff: [
    'products:read',
    'products:write',
    'categories:write',
    'orders:read',
    'orders:write',
    'payments:read',
    'payments:write',
    'invoices:read',
    'invoices:write',
    'subscriptions:read',
    'subscriptions:write',
    'users:read',
    'analytics:read',
  ],
  analyst: READS,
  customer: [],
};

export const Role = {
  /** The scopes that everybody of the role holds. */
  scopes: (role: Role): readonly Scope[] => OF_ROLE[role],
};
