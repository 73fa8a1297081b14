import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { AccessTx, AccountRepository } from '#core/access/ports.ts';
import type { CheckoutsTx } from '#core/checkouts/ports.ts';
import type { TimelineVisibility } from '#core/orders/ports.ts';
import type { IdempotencyTx } from '#core/shared/idempotency.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Json, Page } from '#core/shared/page.ts';
import type { RulesTx } from '#core/shop/ports.ts';
import type { SubscriptionsTx } from '#core/subscriptions/ports.ts';
import type { WebhooksTx } from '#core/webhooks/ports.ts';
import type { WithdrawalsTx } from '#core/withdrawals/ports.ts';
import type { SavedViews } from './saved-views.ts';
import type { User, UserId } from './user.ts';
import type { UserView, UserVisibility, userList } from './user-view.ts';

/** Writes users. */
export interface UserRepository extends AccountRepository {
  get(id: UserId): Promise<User>;
  lock(id: UserId): Promise<User | undefined>;
  find(id: UserId): Promise<User | undefined>;
  findByEmail(emailKey: string): Promise<User | undefined>;
  /** Locks an e-mail, also one without a user, until the transaction ends. */
  lockEmail(emailKey: string): Promise<void>;
  /** Whether an owner exists. */
  hasOwner(): Promise<boolean>;
  /**
   * Counts the other active owners. Calls are serialized until their transactions end, so that two owners cannot remove
   * each other.
   */
  countOtherOwners(id: UserId): Promise<number>;
  /** @throws DomainError `already_exists` for a duplicate e-mail. */
  add(user: User): Promise<void>;
  /**
   * The user's permissions are invalidated in every process's cache after the commit.
   * @throws DomainError `conflict` unless the stored version is the previous one; `already_exists` as `add` does.
   */
  save(user: User): Promise<void>;
  /**
   * Removes a user without keys, sessions, tokens and saved views.
   * @throws DomainError `not_found`.
   */
  remove(id: UserId): Promise<void>;
}

export type UserListQuery = ListQuery<typeof userList> &
  Readonly<{
    /** Only this user, whatever the filters are. */
    ownerId?: UserId | undefined;
  }>;

/** Reads of users. */
export interface UserQueries {
  /** As anybody may see it unless it is for the staff. */
  find(id: UserId, visibility?: UserVisibility): Promise<Found<UserView> | undefined>;
  /** The newest first; as the staff sees them without an `ownerId`. */
  list(query: UserListQuery): Promise<Page<UserView>>;
}

/** Writes saved views. */
export interface SavedViewsRepository {
  /** The initial ones if the user has saved none. Takes no lock: writers lock the user. */
  read(userId: UserId): Promise<SavedViews>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored version is the previous one. */
  save(views: SavedViews): Promise<void>;
  /** Removes those of a user, if there are any. */
  removeOf(userId: UserId): Promise<void>;
}

/** Reads saved views. */
export interface SavedViewsQueries {
  /** The initial ones if the user has saved none. */
  get(userId: UserId): Promise<SavedViews>;
}

/** The purpose of a mailed token. */
export type TokenPurpose = 'password_reset' | 'invitation' | 'email_verification' | 'email_change';

/**
 * A token that works once. It is mailed, but for `invitation_link`, which the inviter gets: it does not prove the e-mail.
 */
export type OneTimeToken = Readonly<{
  hash: TokenHash;
  purpose: TokenPurpose | 'invitation_link';
  userId: UserId;
  /** The e-mail that it is for, the user's or the pending one: it becomes invalid when that changes. */
  emailKey: string;
  expiresAt: Date;
}>;

/** Writes one-time tokens. */
export interface OneTimeTokenRepository {
  /** Adds a token and removes the user's earlier ones of the same purpose. */
  add(token: OneTimeToken): Promise<void>;
  /** Removes and returns a valid token; one of several concurrent callers gets it. */
  consume(token: Pick<OneTimeToken, 'hash' | 'purpose'>, at: Date): Promise<OneTimeToken | undefined>;
  /** Removes all tokens of a user, or those of a purpose. */
  removeAllOf(userId: UserId, purpose?: TokenPurpose): Promise<void>;
}

export interface OneTimeTokenQueries {
  /** Whether a valid token exists. */
  has(token: Pick<OneTimeToken, 'hash' | 'purpose'>, at: Date): Promise<boolean>;
  /** Removes tokens that expired before a time; at most some thousand per call. */
  removeExpired(before: Date): Promise<void>;
}

/** The part of a transaction that the use cases of users need. */
export type UsersTx = Readonly<{
  users: UserRepository;
  oneTimeTokens: OneTimeTokenRepository;
  savedViews: SavedViewsRepository;
}> &
  RulesTx &
  WebhooksTx &
  AccessTx;

/** The part of a transaction that proves the e-mail of a user, and removes what strangers added before. */
export type ProofTx = UsersTx & SubscriptionsTx;

/** The part of a transaction that erases a user, wherever personal data is stored. */
export type ErasureTx = UsersTx & WithdrawalsTx & CheckoutsTx & IdempotencyTx;

/** The kinds of data about a person besides the user, in the order of an export. */
export const PERSONAL_DATA_KINDS = [
  'sessions',
  /** The saved views of lists: one resource, if the user has saved some. */
  'saved_views',
  'api_keys',
  /** Without their secrets. */
  'second_factors',
  'carts',
  /** Those without an order. */
  'checkouts',
  /** The orders of the user, and guest orders if the e-mail is verified. */
  'orders',
  /** The timelines of these orders; for staff, with notes. */
  'order_timeline',
  /** Of these orders and of the invoices. */
  'payments',
  /** Of these payments. */
  'refunds',
  /** Of these orders. */
  'returns',
  /** Of these orders, and those without an order that have the verified e-mail. */
  'withdrawals',
  /** The user's, without deleted ones. */
  'payment_methods',
  'subscriptions',
  /** Of the user and of these orders. */
  'invoices',
  /** Of these invoices. */
  'credit_notes',
  /** Of the user, the keys, and all resources above, also deleted payment methods; those of one resource in their order. */
  'events',
  /** The actions by and on the user. */
  'audit_log',
] as const;

export type PersonalDataKind = (typeof PERSONAL_DATA_KINDS)[number];

/** Keeps what users and orders are found by. Their repositories write it with each of them. */
export interface ContactIndex {
  /**
   * Computes it for some that were stored without it, by a version before.
   * @returns how many; 0 when none is left.
   */
  indexMissing(): Promise<number>;
}

export interface PersonalDataQueries {
  /**
   * All data of one kind about a person, in pages. Each page is a snapshot of its own. An unknown
   * user has no pages.
   * @param reader A buyer gets no entries of timelines that are for the staff.
   */
  pages(kind: PersonalDataKind, id: UserId, reader: TimelineVisibility): AsyncIterable<readonly Json<object>[]>;
}
