import type { OrdersTx } from '#core/orders/ports.ts';
import type { EventsTx } from '#core/shared/domain-event.ts';
import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Page } from '#core/shared/page.ts';
import type { SavedCart, SavedCartId } from './saved-cart.ts';
import type { cartList, StoredCartView } from './saved-cart-view.ts';

/** Writes carts. `get`, `lock` and `findOpenOf` lock the cart until the transaction ends. */
export interface CartRepository {
  /** @throws DomainError `not_found`. */
  get(id: SavedCartId): Promise<SavedCart>;
  lock(id: SavedCartId): Promise<SavedCart | undefined>;
  /** The open cart of a user. */
  findOpenOf(userId: Id<'usr'>): Promise<SavedCart | undefined>;
  /** @throws DomainError `already_exists` for a second open cart of a user. */
  add(cart: SavedCart): Promise<void>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored one is the previous; as `add` does. */
  save(cart: SavedCart): Promise<void>;
  /** @throws DomainError `not_found`. */
  remove(id: SavedCartId): Promise<void>;
  /**
   * Claims the cart that was written longest ago, before a time, that is not locked: open, with items, not announced as
   * abandoned, and of a buyer who can be reached.
   */
  claimIdle(before: Date): Promise<SavedCart | undefined>;
  /** Removes the carts of a user, and those of guests with an e-mail. @returns their ids. */
  erase(buyer: Readonly<{ userId: Id<'usr'>; emailKey: string | undefined }>): Promise<readonly SavedCartId[]>;
}

/** What carts need of their users: whether they may be reminded. */
interface RemindedUsers {
  /** Reads without a lock. */
  find(id: Id<'usr'>): Promise<
    | Readonly<{
        email: string;
        emailVerifiedAt: Date | null;
        consents: Readonly<{ email_marketing: Readonly<{ granted: boolean }> | null }>;
      }>
    | undefined
  >;
}

/** The part of a transaction that the use cases of carts need. */
export type CartsTx = Readonly<{ carts: CartRepository; users: RemindedUsers }> & OrdersTx & EventsTx;

export type CartListQuery = ListQuery<typeof cartList> &
  Readonly<{
    /** Only this user's carts, whatever the filters are. */
    ownerId?: Id<'usr'> | undefined;
  }>;

/** Reads of carts. Each result includes every commit before the call. */
export interface CartQueries {
  find(id: SavedCartId): Promise<SavedCart | undefined>;
  /** The open cart of a user. */
  findOpenOf(userId: Id<'usr'>): Promise<SavedCart | undefined>;
  /** The newest first. */
  list(query: CartListQuery): Promise<Page<StoredCartView>>;
  /** The earliest time after another at which a cart that `claimIdle` may claim was written; null if there is none. */
  nextIdle(after: Date): Promise<Date | null>;
  /** Removes carts that expired before a time; at most some thousand per call. @returns the number. */
  removeExpired(before: Date): Promise<number>;
}
