import type { AuditTx } from '#core/audit/ports.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { PaymentLink, PaymentLinkId, paymentLinkList, StoredPaymentLinkView } from './payment-link.ts';

/** Writes payment links. */
export interface PaymentLinkRepository {
  /** Locks the link until the transaction ends. @throws DomainError `not_found`. */
  get(id: PaymentLinkId): Promise<PaymentLink>;
  /** Reads without a lock. */
  find(id: PaymentLinkId): Promise<PaymentLink | undefined>;
  /** Keeps others from changing the link until the transaction ends. */
  lockForShare(id: PaymentLinkId): Promise<PaymentLink | undefined>;
  add(link: PaymentLink): Promise<void>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored one is the previous. */
  save(link: PaymentLink): Promise<void>;
}

/** The part of a transaction that writes payment links. */
export type PaymentLinksTx = Readonly<{ paymentLinks: PaymentLinkRepository }> & AuditTx;

/** Reads of payment links. Each result includes every commit before the call. */
export interface PaymentLinkQueries {
  find(id: PaymentLinkId): Promise<Found<StoredPaymentLinkView> | undefined>;
  /** The newest first. */
  list(query: ListQuery<typeof paymentLinkList>): Promise<Page<StoredPaymentLinkView>>;
}
