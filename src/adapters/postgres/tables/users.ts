import { p } from '@mikro-orm/postgresql';
import type { Role } from '#core/access/role.ts';
import type { Scope } from '#core/access/scope.ts';
import type { UserStatus } from '#core/access/user-status.ts';
import { emailKey } from '#core/shared/email-key.ts';
import type { User } from '#core/users/user.ts';
import { searchGramsOf, searchTextOf } from '#core/users/user-search.ts';
import { id, json, jsonb, textArray, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

export const UserRow = table('users', {
  id: id<'usr'>().primary(),
  version: p.integer().version(),
  email: p.text(),
  email_key: p.text(),
  email_verified_at: timestamp().strictNullable(),
  pending_email: p.text().strictNullable(),
  name: p.text().strictNullable(),
  phone: p.text().strictNullable(),
  addresses: json<User['addresses']>(),
  metadata: json<User['metadata']>(),
  customer_metadata_keys: json<User['customerMetadataKeys']>(),
  password_hash: p.text().strictNullable(),
  invited_at: timestamp().strictNullable(),
  role: p.text().$type<Role>(),
  permissions: jsonb<readonly Scope[]>(),
  status: p.text().$type<UserStatus>(),
  search: p.text(),
  search_grams: textArray(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export type UserRow = Row<typeof UserRow>;

export const toUserRow = (user: User): UserRow => {
  const search = searchTextOf(user);
  return {
    id: user.id,
    version: user.version,
    email: user.email,
    email_key: emailKey(user.email),
    email_verified_at: user.emailVerifiedAt,
    pending_email: user.pendingEmail,
    name: user.name,
    phone: user.phone,
    addresses: user.addresses,
    metadata: user.metadata,
    customer_metadata_keys: user.customerMetadataKeys,
    password_hash: user.passwordHash,
    invited_at: user.invitedAt,
    role: user.role,
    permissions: user.permissions,
    status: user.status,
    search,
    search_grams: searchGramsOf(search),
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  };
};

export const toUser = (row: Omit<UserRow, 'search' | 'search_grams'>): User => ({
  id: row.id,
  version: row.version,
  email: row.email,
  emailVerifiedAt: row.email_verified_at,
  pendingEmail: row.pending_email,
  name: row.name,
  phone: row.phone,
  addresses: row.addresses,
  metadata: row.metadata,
  customerMetadataKeys: row.customer_metadata_keys,
  passwordHash: row.password_hash,
  invitedAt: row.invited_at,
  role: row.role,
  permissions: row.permissions,
  status: row.status,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
