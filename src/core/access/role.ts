import { CAPABILITIES } from '#core/capabilities.ts';
import { SCOPES, Scope } from './scope.ts';

/** What a user is in the shop. */
export type Role = 'owner' | 'admin' | 'staff' | 'analyst' | 'customer';

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
};
