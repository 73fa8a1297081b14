import type { AuditTx } from '#core/audit/ports.ts';
import type { MailsTx } from '#core/mails/ports.ts';
import type { Address } from '#core/shared/address.ts';
import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page, PageRequest } from '#core/shared/page.ts';
import type { Change, Changes } from '#core/shared/signals.ts';
import type { ApiKey, ApiKeyId, ApiKeyView, apiKeyList } from './api-key.ts';
import type { TokenHash } from './bearer-tokens.ts';
import type { Credential } from './credential.ts';
import type { Role, UserStatus } from './role.ts';
import type { Scope } from './scope.ts';
import type { SecondFactorRepository } from './second-factors/ports.ts';
import type { Session, SessionView } from './session.ts';

export type SessionListing = Readonly<{
  userId: Id<'usr'>;
  /** The session of the caller; null for a key. */
  current: Id<'ses'> | null;
  /** Only sessions that are active at this time are listed. */
  at: Date;
  page: PageRequest;
}>;

/** Reads of keys and sessions. */
export interface AccessQueries {
  findKey(id: ApiKeyId): Promise<Found<ApiKeyView> | undefined>;
  /** Newest first. */
  listKeys(query: ListQuery<typeof apiKeyList>): Promise<Page<ApiKeyView>>;
  /** The active sessions of a user, newest first. */
  listSessions(listing: SessionListing): Promise<Page<SessionView>>;
}

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
  /** Whether unpaid orders of the customer are not limited. */
  trusted: boolean;
}>;

/** Reads and locks users. `get` and `lock` lock the user until the transaction ends. */
export interface AccountRepository {
  /** @throws DomainError `not_found`. */
  get(id: Account['id']): Promise<Account>;
  lock(id: Account['id']): Promise<Account | undefined>;
  /** Reads without a lock. */
  find(id: Account['id']): Promise<Account | undefined>;
  /** Locks the user for share: writers wait, other shared locks do not. */
  lockForShare(id: Account['id']): Promise<Pick<Account, 'id' | 'email' | 'trusted'> | undefined>;
  /** Finds by the case-folded e-mail, without a lock. */
  findByEmail(emailKey: string): Promise<Account | undefined>;
}

/**
 * The API keys, for writing. The commit of a change, and of a new publishable key, invalidates what the processes cache of
 * the key.
 */
export interface ApiKeyRepository {
  /** @throws DomainError `not_found`. */
  get(id: ApiKeyId): Promise<ApiKey>;
  /** Takes no lock. */
  find(id: ApiKeyId): Promise<ApiKey | undefined>;
  add(key: ApiKey): Promise<void>;
  /** @throws DomainError `conflict` unless the stored version is the one before. */
  save(key: ApiKey): Promise<void>;
  /**
   * Claims keys that expire before a time and whose expiry is not announced yet: marks them as announced and returns
   * them. Keys that another transaction is claiming are skipped.
   */
  claimExpiring(command: Readonly<{ before: Date; at: Date; limit: number }>): Promise<readonly ApiKey[]>;
  /**
   * Revokes keys of a user that are not revoked yet: those that some sessions created, or all.
   * @returns the revoked keys.
   */
  revokeAllOf(
    userId: Id<'usr'>,
    command: Readonly<{ createdBy: readonly Id<'ses'>[] | undefined; at: Date }>,
  ): Promise<readonly ApiKey[]>;
  /** Locks the keys that some keys created, revoked ones too, in the order of their ids. */
  listCreatedBy(ids: readonly ApiKeyId[]): Promise<readonly ApiKey[]>;
  /** Removes all keys of a user. @returns their ids. */
  removeAllOf(userId: Id<'usr'>): Promise<readonly ApiKeyId[]>;
}

/** A key or a session. */
export type CredentialId = ApiKeyId | Id<'ses'>;

/** Finds credentials, and records their use and removes expired sessions. */
export interface CredentialQueries {
  findByHash(hash: TokenHash): Promise<Credential | undefined>;
  /** The allowed origins of the publishable keys that are neither revoked nor expired at a time, each once. */
  allowedOrigins(at: Date): Promise<readonly string[]>;
  /** Records when keys and sessions were last used; an earlier time than the stored one changes nothing. */
  recordUse(uses: ReadonlyMap<CredentialId, Date>): Promise<void>;
  /** Removes a batch of sessions that expired before a time. */
  removeExpiredSessions(before: Date): Promise<void>;
}

/** The id is that of a credential, or of a user whose credentials may all have changed. */
export type CredentialChange = Change;

/** While disconnected, nothing is cached. */
export type CredentialChanges = Changes;

/** Writes sessions. A removed session is invalidated in every process's cache after the commit. */
export interface SessionRepository {
  find(id: Id<'ses'>): Promise<Session | undefined>;
  add(session: Session): Promise<void>;
  /** Ends a session; idempotent. */
  remove(id: Id<'ses'>): Promise<void>;
  /** Ends all sessions of a user. @returns their ids. */
  removeAllOf(userId: Id<'usr'>): Promise<readonly Id<'ses'>[]>;
}

/** Detects passwords that are easily guessed: common ones, variations of them, keyboard patterns. */
export interface CommonPasswords {
  /** @throws DomainError `unavailable` when too many checks are queued. */
  includes(password: string): Promise<boolean>;
}

/** Hashes passwords, slowly on purpose. The queue is bounded. */
export interface PasswordHasher {
  /** @throws DomainError `unavailable` when the queue is full. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password has this hash. Without a hash: false, after the same time.
   * @throws DomainError `unavailable` when the queue is full.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
}

/**
 * Whether a client's address is in one of the ranges: addresses or CIDR blocks of IPv4 or IPv6. An IPv4-mapped IPv6
 * address equals its IPv4 address. Text that is no address is in no range.
 */
export type IsInRanges = (address: string, ranges: readonly string[]) => boolean;

/** The part of a transaction that reads and locks users, for the capabilities below theirs. */
export type AccountsTx = Readonly<{ users: AccountRepository }>;

/** The part of a transaction that knows which sessions there are. */
export type SessionsTx = Readonly<{ sessions: Pick<SessionRepository, 'find'> }>;

/** The part of a transaction that the use cases of access need. */
export type AccessTx = Readonly<{
  apiKeys: ApiKeyRepository;
  sessions: SessionRepository;
  secondFactors: SecondFactorRepository;
}> &
  AccountsTx &
  MailsTx &
  AuditTx;
