import type { Role } from '#core/access/role.ts';
import type { Scope } from '#core/access/scope.ts';
import type { Id } from '#core/shared/id.ts';

export type UserStatus = 'active' | 'disabled';

/** A person with an account. */
export type User = Readonly<{
  id: Id<'usr'>;
  version: number;
  /** As the person writes it. */
  email: string;
  name: string | null;
  /** Null where no password was set: nobody can sign in then. */
  passwordHash: string | null;
  role: Role;
  /** Scopes beside the role's. */
  permissions: readonly Scope[];
  status: UserStatus;
  createdAt: Date;
  updatedAt: Date;
}>;

export const User = {
  create: ({ at, ...given }: Pick<User, 'id' | 'email' | 'name' | 'passwordHash' | 'role'> & { at: Date }): User => ({
    ...given,
    version: 1,
    permissions: [],
    status: 'active',
    createdAt: at,
    updatedAt: at,
  }),
};

/** E-mails that differ in case alone are one person's. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase();
