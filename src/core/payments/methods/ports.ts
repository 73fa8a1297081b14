import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { PaymentMethod, PaymentMethodId, PaymentMethodView, paymentMethodList } from './payment-method.ts';

export type PaymentMethodListQuery = ListQuery<typeof paymentMethodList> &
  Readonly<{
    /** Only methods of this user, whatever the filters are. */
    ownerId?: Id<'usr'> | undefined;
  }>;

/** Reads of payment methods, without deleted ones. Each result is consistent, and includes every commit before the call. */
export interface PaymentMethodQueries {
  find(id: PaymentMethodId): Promise<(Found<PaymentMethodView> & Pick<PaymentMethod, 'userId'>) | undefined>;
  /** The newest first. */
  list(query: PaymentMethodListQuery): Promise<Page<PaymentMethodView>>;
}

/** Writes payment methods. `get` and `listOf` lock until the transaction ends; the user is locked before. */
export interface PaymentMethodRepository {
  /**
   * @throws DomainError `conflict` if the idempotency key belongs to another method; it may be reported at the commit.
   */
  add(method: PaymentMethod): Promise<void>;
  /** @throws DomainError `not_found`. */
  get(id: PaymentMethodId): Promise<PaymentMethod>;
  /** Reads without a lock. */
  find(id: PaymentMethodId): Promise<PaymentMethod | undefined>;
  /** Locks the method for share: it is not deleted until the transaction ends. */
  lockForShare(id: PaymentMethodId): Promise<PaymentMethod | undefined>;
  /** The default method of a user; reads without a lock. */
  findDefault(userId: Id<'usr'>): Promise<PaymentMethodId | undefined>;
  /** The methods of a user that are not deleted, the newest first. */
  listOf(userId: Id<'usr'>): Promise<readonly PaymentMethod[]>;
  /** The ids of all methods that a user has or had and that may have events; rows of removed ones are removed. */
  eraseOf(userId: Id<'usr'>): Promise<readonly PaymentMethodId[]>;
  /** The method saved under an idempotency key since a time. An older one loses its key. */
  findByKey(key: string, since: Date): Promise<PaymentMethod | undefined>;
  /**
   * Stores the next version of a method.
   * @throws DomainError `conflict` unless the stored version is the previous one.
   */
  save(method: PaymentMethod): Promise<void>;
  /** Stores the time of the next check, without a new version. */
  postpone(method: PaymentMethod): Promise<void>;
  /** Removes the row of a method; idempotent. */
  remove(id: PaymentMethodId): Promise<void>;
  /**
   * Leases the method whose check is due first and that no other transaction has locked. The lease is its next check,
   * which becomes `until`; the number of checks increases.
   */
  claimDue(at: Date, until: Date): Promise<PaymentMethodId | undefined>;
  /** Removes methods that failed before a time; at most some thousand per call. @returns the number. */
  removeFailedBefore(before: Date): Promise<number>;
}
