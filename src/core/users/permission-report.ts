import { Role } from '#core/access/role.ts';
import { SCOPES, Scope } from '#core/access/scope.ts';
import type { User } from './user.ts';

/** A user's permissions with their reasons, as the API shows them. */
export type PermissionReport = Readonly<{
  object: 'permission_report';
  user_id: User['id'];
  role: Role;
  permissions: readonly Scope[];
  status: User['status'];
  scopes: readonly Readonly<{ scope: Scope; because: readonly string[] }>[];
  /** The operations available on the user's own resources. */
  own: readonly string[];
}>;

const OWN = ['user', 'orders', 'payments', 'invoices', 'subscriptions'];

export const permissionReport = ({
  id,
  role,
  permissions,
  status,
}: Pick<User, 'id' | 'role' | 'permissions' | 'status'>): PermissionReport => {
  const reasons = (scope: Scope): string[] => [
    ...granting(Role.scopes(role), scope).map((granted) => reason(`role ${role}`, granted, scope)),
    ...granting(permissions, scope).map((granted) => reason('permissions', granted, scope)),
  ];
  const scopes = SCOPES.map((scope) => ({ scope, because: reasons(scope) })).filter(
    ({ because }) => because.length > 0,
  );
  return {
    object: 'permission_report',
    user_id: id,
    role,
    permissions,
    status,
    scopes,
    own: role === 'customer' ? OWN : [],
  };
};

const granting = (held: readonly Scope[], scope: Scope): Scope[] =>
  held.filter((granted) => Scope.grants(granted, scope));

const reason = (source: string, granted: Scope, scope: Scope): string =>
  granted === scope ? source : `${source}, by ${granted}`;
