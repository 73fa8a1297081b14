import type { Address } from '#core/shared/address.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import type { User } from './user.ts';

/** A user as the API shows it. */
export type UserView = ResourceView<User, 'user'> &
  Readonly<{
    email: string;
    email_verified: boolean;
    pending_email: string | null;
    name: string | null;
    phone: string | null;
    addresses: readonly Address[];
    metadata: Readonly<Record<string, string>>;
    role: User['role'];
    permissions: User['permissions'];
    status: User['status'];
    invited_at: string | null;
  }>;

export const userView = (user: User): UserView => ({
  id: user.id,
  object: 'user',
  email: user.email,
  email_verified: user.emailVerifiedAt !== null,
  pending_email: user.pendingEmail,
  name: user.name,
  phone: user.phone,
  addresses: user.addresses,
  metadata: user.metadata,
  role: user.role,
  permissions: user.permissions,
  status: user.status,
  invited_at: user.invitedAt?.toISOString() ?? null,
  ...versionView(user),
});
