// Why: docs/decisions/0074-payment-links.md

import type { InvoiceId } from '#core/invoices/invoice.ts';
import type { OrderId } from '#core/orders/order.ts';
import { type Actor, type ActorView, type Author, actorView } from '#core/shared/actor.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { createdFilters, describeList, idFilter, idsFilter, newestFirst } from '#core/shared/list.ts';
import { newResource, nextVersion, type Resource, type ResourceView, versionView } from '#core/shared/resource.ts';
import { PayableId } from '../payable-id.ts';

export type PaymentLinkId = Id<'plink'>;

/** A page where whoever has its address pays an order or an invoice. */
export type PaymentLink = Resource<'plink'> &
  Readonly<{
    payableId: PayableId;
    /** Whether it was not withdrawn. */
    isActive: boolean;
    createdBy: Author;
    /** When it was last asked to be mailed to the buyer. */
    sentAt: Date | null;
  }>;

type NewLink = Readonly<{ id: PaymentLinkId; payableId: PayableId; actor: Actor; isSent: boolean; at: Date }>;

export const PaymentLink = {
  create: ({ id, payableId, actor: { kind, userId, credentialId }, isSent, at }: NewLink): PaymentLink => ({
    ...newResource(id, at),
    payableId,
    isActive: true,
    createdBy: { kind, userId, credentialId },
    sentAt: isSent ? at : null,
  }),

  /** @throws DomainError `invalid_state` for one that was deactivated. */
  require: ({ isActive }: PaymentLink): void => {
    if (!isActive) throw invalidState('The payment link was deactivated.', 'inactive');
  },

  /** @throws DomainError `invalid_state`. */
  send: (link: PaymentLink, at: Date): PaymentLink => {
    PaymentLink.require(link);
    return nextVersion(link, { sentAt: at }, at);
  },

  deactivate: (link: PaymentLink, at: Date): PaymentLink => nextVersion(link, { isActive: false }, at),
};

/** A link as its events show it: without its address, which is a secret. */
export type PaymentLinkEventView = ResourceView<PaymentLink, 'payment_link'> &
  Readonly<{
    /** Either of these is null. */
    order_id: OrderId | null;
    invoice_id: InvoiceId | null;
    active: boolean;
    sent_at: string | null;
  }>;

/** A stored link as the API shows it, but for its address. */
export type StoredPaymentLinkView = PaymentLinkEventView & Readonly<{ created_by: ActorView }>;

/** A link as the API shows it. */
export type PaymentLinkView = StoredPaymentLinkView & Readonly<{ url: string }>;

export const paymentLinkEventView = (link: PaymentLink): PaymentLinkEventView => ({
  id: link.id,
  object: 'payment_link',
  order_id: PayableId.order(link.payableId),
  invoice_id: PayableId.invoice(link.payableId),
  active: link.isActive,
  sent_at: link.sentAt?.toISOString() ?? null,
  ...versionView(link),
});

export const storedPaymentLinkView = (link: PaymentLink): StoredPaymentLinkView => ({
  ...paymentLinkEventView(link),
  created_by: actorView(link.createdBy),
});

export const paymentLinkList = describeList<StoredPaymentLinkView>()({
  filters: {
    order_id: idFilter('order_id', 'ord', 'Links of this order.'),
    invoice_id: idFilter('invoice_id', 'inv', 'Links of this invoice.'),
    ...idsFilter('Payment links', 'plink'),
    ...createdFilters('Payment links'),
  },
  ...newestFirst,
});
