import type { User } from './user.ts';

/** A person as the API shows them. */
export type UserView = Readonly<{
  id: string;
  object: 'user';
  email: string;
  name: string | null;
  role: string;
  permissions: readonly string[];
  status: string;
  version: number;
  created_at: string;
  updated_at: string;
}>;

export const userView = (user: User): UserView => ({
  id: user.id,
  object: 'user',
  email: user.email,
  name: user.name,
  role: user.role,
  permissions: user.permissions,
  status: user.status,
  version: user.version,
  created_at: user.createdAt.toISOString(),
  updated_at: user.updatedAt.toISOString(),
});
