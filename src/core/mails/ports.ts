// Why: docs/decisions/0010-mail-queue.md

import type { EventsTx } from '#core/shared/domain-event.ts';
import type { Id } from '#core/shared/id.ts';

/** Why a mail is sent about an account: to mail a token, or to notify its holder of what somebody else may have done. */
export type AccountMailPurpose =
  | 'password_reset'
  | 'invitation'
  | 'email_verification'
  | 'email_change'
  | 'email_change_requested'
  | 'email_changed'
  | 'password_changed'
  | 'api_key_created'
  | 'webhook_created'
  | 'webhook_changed'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'sign_up_repeated';

/** Why mails are sent about orders. */
export const ORDER_MAIL_PURPOSES = ['order_confirmation', 'shipment', 'cancellation', 'refund'] as const;

export type OrderMailPurpose = (typeof ORDER_MAIL_PURPOSES)[number];

/** Why mails are sent about invoices and subscriptions. */
export const BILLING_MAIL_PURPOSES = ['receipt', 'payment_failed', 'trial_ending'] as const;

/** An invoice is sent because the staff requests it, whatever the shop has switched off. */
export type BillingMailPurpose = (typeof BILLING_MAIL_PURPOSES)[number] | 'invoice';

/** Why mails are sent about withdrawals, which the law demands. */
export type WithdrawalMailPurpose =
  | 'withdrawal_received'
  | 'withdrawal_unmatched'
  | 'withdrawal_unverified'
  | 'withdrawal_accepted'
  | 'withdrawal_rejected';

/** The mails that a shop sends unless it switches them off. */
export const USUAL_MAIL_PURPOSES = [...ORDER_MAIL_PURPOSES, ...BILLING_MAIL_PURPOSES] as const;

/** The mails that a shop may switch on and off. */
export const SHOP_MAIL_PURPOSES = [...USUAL_MAIL_PURPOSES, 'cart_reminder'] as const;

export type ShopMailPurpose = (typeof SHOP_MAIL_PURPOSES)[number];

/** Who has caused a mail, which decides whether it is limited: `mail-budgets.ts`. */
type Caused = Readonly<{
  /** A keyed digest of the network of anybody but the staff; null if the staff or the shop itself has caused it. */
  client: string | null;
}>;

/**
 * A requested mail about an account. What the e-mail belongs to is looked up later, so that neither the response nor its
 * time reveals whether an account exists.
 */
export type AccountMailRequest = Caused &
  Readonly<{
    purpose: AccountMailPurpose;
    /** The recipient: the key of an e-mail that is looked up; of notices about a user, the user's e-mail as it was then. */
    emailKey: string;
    /** The user whom the mail is about; null if only the e-mail is known. */
    userId: Id<'usr'> | null;
  }>;

/** A requested mail about an order. Its recipient and texts are looked up when it is sent: it has no personal data. */
export type OrderMailRequest = Caused &
  Readonly<{
    purpose: OrderMailPurpose;
    orderId: Id<'ord'>;
    /** The fulfillment or the refund; null for the other mails, of which an order has one each. */
    reference: Id | null;
    /** Of a refund, in minor units of the order's currency; null for the other mails. */
    amount: bigint | null;
  }>;

/** A requested mail about an invoice or a subscription, without personal data as those about orders. */
export type BillingMailRequest = Caused &
  Readonly<{
    purpose: BillingMailPurpose;
    aboutId: Id<'inv'> | Id<'sub'>;
    /** The user to whom it is sent; null for a guest. */
    userId: Id<'usr'> | null;
  }>;

/** A requested mail about a withdrawal, without personal data as those about orders. */
export type WithdrawalMailRequest = Caused & Readonly<{ purpose: WithdrawalMailPurpose; withdrawalId: Id<'wdr'> }>;

/** A requested mail with a payment link, which the staff sends, without personal data as those about orders. */
export type PaymentLinkMailRequest = Caused & Readonly<{ purpose: 'payment_link'; paymentLinkId: Id<'plink'> }>;

/** A requested mail about a cart that its customer has left, without personal data as those about orders. */
export type CartMailRequest = Caused & Readonly<{ purpose: 'cart_reminder'; cartId: Id<'cart'> }>;

export type MailRequest =
  | AccountMailRequest
  | OrderMailRequest
  | BillingMailRequest
  | WithdrawalMailRequest
  | PaymentLinkMailRequest
  | CartMailRequest;

/** Whether a shop may switch the mail off; the others are about accounts and withdrawals, or requested by the staff. */
export const isShopMail = (
  request: MailRequest,
): request is (OrderMailRequest | BillingMailRequest | CartMailRequest) & Readonly<{ purpose: ShopMailPurpose }> =>
  ('orderId' in request || 'aboutId' in request || 'cartId' in request) && request.purpose !== 'invoice';

/** Requests mails, in the requester's transaction. */
export interface MailRequests {
  /**
   * Adds a request, due at once. The same one that is pending is due again, also if its mail is being sent. It counts for who
   * has asked last, so that nobody delays it for others, and is not limited if the staff has ever asked.
   */
  add(request: MailRequest): Promise<void>;
  /** Removes the requests that only name an e-mail. */
  removeAllOf(emailKey: string): Promise<void>;
  removeAllAbout(userId: Id<'usr'>): Promise<void>;
  /** Removes the requests about orders. */
  removeAllOfOrders(ids: readonly Id<'ord'>[]): Promise<void>;
}

/** A claim of a request. It ends with the lease, and when the same request is added again. */
export type MailClaim = Readonly<{ id: string; leasedUntil: Date }>;

type Claimed<Request extends MailRequest> = Request &
  MailClaim &
  Readonly<{
    /** Including this one. */
    attempts: number;
    requestedAt: Date;
  }>;

export type ClaimedMailRequest =
  | Claimed<AccountMailRequest>
  | Claimed<OrderMailRequest>
  | Claimed<BillingMailRequest>
  | Claimed<WithdrawalMailRequest>
  | Claimed<PaymentLinkMailRequest>
  | Claimed<CartMailRequest>;

/** The queue of requested mails. */
export interface MailQueue {
  /** Leases due requests until a time, the oldest first: the lease is the time at which they are due again. */
  claim(query: Readonly<{ at: Date; until: Date; limit: number }>): Promise<readonly ClaimedMailRequest[]>;
  /** Makes a request due at a later time, unless the claim has ended. */
  postpone(claim: MailClaim, until: Date): Promise<void>;
  /** As `postpone`, without an attempt: the mail was not sent because of the limit. */
  defer(claim: MailClaim, until: Date): Promise<void>;
  /** Removes a request, unless the claim has ended. */
  remove(claim: MailClaim): Promise<void>;
  /** The number of pending requests, up to `MAX_COUNTED`, and when the oldest was added. */
  backlog(): Promise<Readonly<{ pending: number; oldest: Date | null }>>;
}

/**
 * What an e-mail that nobody has proved gets together, what the buyer of a contract gets about it, and what either gets about
 * withdrawals that anybody may have stated.
 */
export type MailBudget = 'anybody' | 'verification' | 'contract' | 'statement';

/** A mail that counts for who has caused it, since nobody has proved that the recipient's e-mail is theirs. */
export type Counted = Readonly<{
  /** The e-mail, or the id of the contract. */
  recipient: string;
  /** Null for a mail about a contract, whoever has caused it. */
  client: string | null;
  /** Of the recipient. */
  budget: MailBudget;
}>;

/** Limits the mails to e-mails that nobody has proved. */
export interface MailLimit {
  /** Counts a mail that may be sent now. @returns 0, or else after how many seconds it may. */
  take(mail: Counted): Promise<number>;
}

/** The part of a transaction that requests mails. */
export type MailsTx = Readonly<{ mailRequests: MailRequests }> & EventsTx;
