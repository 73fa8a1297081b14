import { CAPABILITIES } from '#core/capabilities.ts';
import { SCOPES, Scope } from './scope.ts';

export const ROLES = ['owner', 'admin', 'staff', 'analyst', 'customer'] as const;

/** What a user is to the shop. */
export type Role = (typeof ROLES)[number];

const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ['*'],
  admin: SCOPES.filter((scope) => scope !== '*'),
  staff: Scope.known(CAPABILITIES.flatMap(({ staffScopes }): readonly string[] => staffScopes)),
  analyst: SCOPES.filter((scope) => scope.endsWith(':read')),
  customer: [],
};

export const Role = {
  /** The scopes that every user of the role holds. */
  scopes: (role: Role): readonly Scope[] => ROLE_SCOPES[role],

  /** The scopes of a user by role and permissions. */
  granted: ({ role, permissions }: Readonly<{ role: Role; permissions: readonly Scope[] }>): ReadonlySet<Scope> =>
    new Set([...ROLE_SCOPES[role], ...Scope.known(permissions)]),
};

export const USER_STATUSES = ['active', 'disabled'] as const;

/** A disabled user cannot sign in, and none of their sessions and keys is accepted. */
export type UserStatus = (typeof USER_STATUSES)[number];
