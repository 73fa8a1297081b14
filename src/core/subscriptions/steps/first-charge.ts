// Why: docs/decisions/0042-first-charges-and-goods.md

import { Invoice, type InvoiceId } from '#core/invoices/invoice.ts';
import { invoiceCreated } from '#core/invoices/records.ts';
import { storeInvoice } from '#core/invoices/steps/store-invoice.ts';
import { PayableId } from '#core/payments/payable-id.ts';
import type { Payment } from '#core/payments/payment.ts';
import { declinedError } from '#core/payments/payment-errors.ts';
import { claimUses } from '#core/pricing/claim-uses.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BillPart } from '../bill.ts';
import { PeriodCharge } from '../period-charge.ts';
import type { SubscriptionsTx } from '../ports.ts';
import type { PricedBill } from '../price-bill.ts';
import { awaitFirstCharge, awaitPayer } from '../start-subscription.ts';
import type { Subscription } from '../subscription.ts';
import { returnGoods, takeGoods } from './period-orders.ts';
import { storeSubscription } from './store-step.ts';

type Pending = Readonly<{
  subscription: Subscription;
  bill: readonly BillPart[];
  priced: PricedBill;
  invoiceId: InvoiceId;
  /** Of a customer whose unpaid goods are limited. */
  client: string | null;
  /** How long unpaid orders hold their items, in milliseconds. */
  expiresAfter: number;
  at: Date;
}>;

/**
 * Adds a subscription whose first charge begins.
 * @returns the draft that the charge finalizes.
 * @throws DomainError `insufficient_stock` for the goods of its period.
 */
export const addPending = async (
  tx: SubscriptionsTx,
  actor: Actor,
  { subscription, bill, priced, invoiceId: id, client, expiresAfter, at }: Pending,
): Promise<Invoice> => {
  const billed = { subscriptionId: subscription.id, subscriptionVersion: 0 };
  const draft = Invoice.draft({ ...priced.content, id, orderId: null, ...billed, isCharged: true }, at);
  const goods = await takeGoods(tx, actor, { goods: priced.goods, at });
  const reservations = goods.map((each) => ({ ...each, invoiceId: id }));
  const charge = priced.charge && { ...priced.charge, hasGoods: goods.length > 0, isOwed: true };
  const charges = PeriodCharge.billed([], { bill, charge, invoiceId: id });
  const pending = { ...awaitFirstCharge(subscription, id), charges };
  const held = { reservations, goodsClient: client, expiresAt: new Date(at.getTime() + expiresAfter) };
  await tx.subscriptions.add(goods.length === 0 ? pending : { ...pending, ...held });
  await tx.invoices.add(draft);
  await tx.events.append(actor, invoiceCreated(draft));
  await claimUses(tx, priced.uses, { usedBy: subscription.id, customerKey: subscription.userId });
  return draft;
};

/**
 * Reports a subscription whose first charge was not declined: it is active, or incomplete.
 * @throws DomainError `payment_declined` if the charge was declined meanwhile.
 */
export const reportFirstCharge = async (
  tx: SubscriptionsTx,
  actor: Actor,
  { payment, at }: Readonly<{ payment: Payment; at: Date }>,
): Promise<Subscription> => {
  const invoiceId = PayableId.invoice(payment.payableId);
  const invoice = invoiceId === null ? undefined : await tx.invoices.get(invoiceId);
  const id = invoice?.subscriptionId ?? null;
  const found = id === null ? undefined : await tx.subscriptions.find(id);
  if (found === undefined) {
    const failure = payment.failure ?? { code: 'gateway_unreachable', message: 'The payment has failed.' };
    throw declinedError({ kind: 'declined', ...failure, reference: null }, payment);
  }
  const before = await tx.subscriptions.get(found.id);
  if (!before.isPending) return before;
  return storeSubscription(tx, actor, { before, after: awaitPayer(before, payment.redirectUrl, at) });
};

/** Removes a subscription whose first charge was declined before an event reported it. */
export const removePending = async (
  tx: SubscriptionsTx,
  actor: Actor,
  { subscription, at }: Readonly<{ subscription: Subscription; at: Date }>,
): Promise<void> => {
  await returnGoods(tx, actor, { goods: subscription.reservations, at });
  await abandonFirstInvoice(tx, actor, { subscription, at });
  await tx.subscriptions.remove(subscription.id);
};

/**
 * Voids the draft of a subscription whose first charge has not succeeded, and returns its uses of discounts. A payment that
 * still arrives is refunded.
 */
export const abandonFirstInvoice = async (
  tx: SubscriptionsTx,
  actor: Actor,
  { subscription, at }: Readonly<{ subscription: Subscription; at: Date }>,
): Promise<void> => {
  const { latestInvoiceId: id } = subscription;
  if (subscription.status !== 'incomplete' || id === null) return;
  await tx.discounts.release(subscription.id);
  const draft = await tx.invoices.get(id);
  if (draft.status === 'draft') {
    await storeInvoice(tx, actor, { before: draft, after: Invoice.abandon(draft, at), step: 'voided' });
  }
};
