import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import type { Role } from '#core/access/role.ts';
import type { Scope } from '#core/access/scope.ts';
import type { UserStatus } from '#core/access/user-status.ts';
import { emailKey, type User } from '#core/users/user.ts';
import { searchGramsOf, searchTextOf } from '#core/users/user-search.ts';

export const UserRow = defineEntity({
  name: 'UserRow',
  tableName: 'users',
  properties: {
    id: p.text().primary(),
    version: p.integer().version(),
    email: p.text(),
    emailKey: p.text(),
    emailVerifiedAt: p.datetime(3).nullable(),
    name: p.text().nullable(),
    phone: p.text().nullable(),
    addresses: p.json().$type<User['addresses']>().columnType('json'),
    metadata: p.json().$type<User['metadata']>().columnType('json'),
    passwordHash: p.text().nullable(),
    role: p.text().$type<Role>(),
    permissions: p.json().$type<readonly Scope[]>(),
    status: p.text().$type<UserStatus>(),
    search: p.text(),
    // as PostgreSQL writes it: MikroORM's own arrays lose the spaces that items begin with
    searchGrams: p.text().columnType('text[]'),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type UserRow = InferEntity<typeof UserRow>;

export const toUserRow = (user: User) => {
  const search = searchTextOf(user);
  return { ...user, emailKey: emailKey(user.email), search, searchGrams: arrayOf(searchGramsOf(search)) };
};

const arrayOf = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

export const toUser = (row: UserRow): User => ({
  id: row.id as User['id'],
  version: row.version,
  email: row.email,
  emailVerifiedAt: row.emailVerifiedAt ?? null,
  name: row.name ?? null,
  phone: row.phone ?? null,
  addresses: row.addresses,
  metadata: row.metadata,
  passwordHash: row.passwordHash ?? null,
  role: row.role,
  permissions: row.permissions,
  status: row.status,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
