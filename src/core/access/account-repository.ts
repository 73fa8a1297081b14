import type { Address } from '#core/shared/address.ts';
import type { Id } from '#core/shared/id.ts';
import type { Role } from './role.ts';
import type { Scope } from './scope.ts';
import type { UserStatus } from './user-status.ts';

/** What the capabilities below `users` see of a user. */
type Account = Readonly<{
  id: Id<'usr'>;
  email: string;
  /** When the e-mail was verified; null until then. */
  emailVerifiedAt: Date | null;
  name: string | null;
  addresses: readonly Address[];
  /** Null without a password. */
  passwordHash: string | null;
  role: Role;
  /** Scopes in addition to the role's. */
  permissions: readonly Scope[];
  status: UserStatus;
}>;

/** Reads and locks users. `get` and `lock` lock the user until the transaction ends. */
export interface AccountRepository {
  /** @throws DomainError `not_found`. */
  get(id: Account['id']): Promise<Account>;
  lock(id: Account['id']): Promise<Account | undefined>;
  /** Reads without a lock. */
  find(id: Account['id']): Promise<Account | undefined>;
  /** Locks the user for share: writers wait, other shared locks do not. */
  lockForShare(id: Account['id']): Promise<Pick<Account, 'id' | 'email'> | undefined>;
  /** Finds by the case-folded e-mail, without a lock. */
  findByEmail(emailKey: string): Promise<Account | undefined>;
}
