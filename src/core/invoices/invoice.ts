import type { OrderId } from '#core/orders/order.ts';
import { type OrderCharges, OrderSums } from '#core/orders/order-charges.ts';
import type { Address } from '#core/shared/address.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import { newResource, nextVersion, type Resource } from '#core/shared/resource.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import {
  type BuyerRetention,
  type InvoiceLine,
  type Party,
  retentionEnd,
  withoutDescriptions,
} from './document-parts.ts';
import { isAwaited, requireNotAwaited, undecided } from './invoice-draft.ts';
import type { InvoiceFields } from './invoice-fields.ts';
import { requireSendable } from './invoice-sending.ts';
import {
  amountDue,
  amountLost,
  chargedOf,
  type InvoiceStatus,
  type InvoiceStep,
  isBeingCharged,
  refusalOf,
  stepsFrom,
} from './invoice-states.ts';

export type InvoiceId = Id<'inv'>;

/** What a buyer owes. A draft may change; a finalized invoice has a number, and only its payments and status change. */
export type Invoice = Resource<'inv'> &
  BuyerRetention &
  Readonly<{
    status: InvoiceStatus;
    /** Such as INV-000001; null for a draft. */
    number: string | null;
    /** The buyer; null for a guest's order. */
    userId: Id<'usr'> | null;
    /** The order that it bills, which its payments belong to. */
    orderId: OrderId | null;
    subscriptionId: Id<'sub'> | null;
    /** The version of the subscription before the step that it bills. Each step has one invoice at most; null: none. */
    subscriptionVersion: number | null;
    currency: Currency;
    lines: readonly InvoiceLine[];
    charges: OrderCharges;
    /** What the writer of a draft sent, by which it is priced again; null for lines that others have priced. */
    fields: InvoiceFields | null;
    email: string | null;
    billingAddress: Address | null;
    /** That of the buyer; it outlasts an erasure. */
    country: string | null;
    /** As of the finalization; null for a draft. */
    seller: Party | null;
    /** Null also once it was erased. */
    buyer: Party | null;
    footer: string | null;
    dueAt: Date | null;
    amountPaid: Money;
    amountRefunded: Money;
    /** The sum of its credit notes. */
    amountCredited: Money;
    /** What was paid without a payment of this service. */
    amountOutOfBand: Money;
    /** Whether its subscription charges it when it is finalized. */
    isCharged: boolean;
    /** What its file shows as paid: before the finalization by the order, or by the charge. The rest is due by `dueAt`. */
    amountPrepaid: Money;
    /** The number of payments that failed. */
    attemptCount: number;
    finalizedAt: Date | null;
    paidAt: Date | null;
    voidedAt: Date | null;
    /** When it was found unpaid after `dueAt`. */
    overdueAt: Date | null;
    /** When it was last mailed on request. */
    sentAt: Date | null;
    metadata: StringMap;
  }>;

/** What a new draft is made of. */
export type NewInvoice = Pick<
  Invoice,
  | 'id'
  | 'userId'
  | 'orderId'
  | 'subscriptionId'
  | 'currency'
  | 'lines'
  | 'charges'
  | 'fields'
  | 'email'
  | 'billingAddress'
  | 'footer'
  | 'dueAt'
  | 'metadata'
> &
  Readonly<{ subscriptionVersion?: number; isCharged?: boolean }>;

/** What an order's payments are worth, which pay its invoice. */
export type OrderAmounts = Readonly<{ paid: Money; refunded: Money; due: Money }>;

/** What finalization adds. */
export type Finalization = Readonly<{ number: string; seller: Party; buyer: Party; dueAt: Date; at: Date }>;

export const Invoice = {
  draft: ({ id, ...fields }: NewInvoice, at: Date): Invoice => ({
    ...newResource(id, at),
    subscriptionVersion: null,
    isCharged: false,
    ...fields,
    ...undecided(fields.currency),
    country: fields.billingAddress?.country ?? null,
  }),

  total: (invoice: Invoice): Money => OrderSums.of(chargedOf(invoice)).total,

  amountDue,

  amountLost,

  /** What payments may pay: what is due, or the total of a draft that its first payment finalizes. */
  payable: (invoice: Invoice): Money => (isAwaited(invoice) ? Invoice.total(invoice) : amountDue(invoice)),

  /** Whether payments may begin. */
  isPayable: (invoice: Invoice): boolean => isAwaited(invoice) || stepsFrom(invoice).includes('pay'),

  /** @throws DomainError `invalid_state` unless payments may begin. */
  requirePayable: (invoice: Invoice): void => {
    if (!Invoice.isPayable(invoice)) throw refusalOf(invoice, 'pay');
  },

  /** The steps that are allowed now. */
  actions: (invoice: Invoice): readonly InvoiceStep[] => (isAwaited(invoice) ? ['pay'] : stepsFrom(invoice)),

  requireNotAwaited,

  /** @throws DomainError `invalid_state` if the step is not allowed now. */
  require: (invoice: Invoice, step: InvoiceStep): void => {
    if (!stepsFrom(invoice).includes(step)) throw refusalOf(invoice, step);
  },

  /**
   * Takes over what is paid, refunded and due of its order. What the buyer neither paid nor owes is credited; a credit is
   * never taken back.
   */
  followOrder: (invoice: Invoice, { paid, refunded, due }: OrderAmounts, at: Date): Invoice => {
    const credited = Invoice.total(invoice).subtract(paid.subtract(refunded)).subtract(due);
    const amountCredited = credited.compare(invoice.amountCredited) > 0 ? credited : invoice.amountCredited;
    return settled(nextVersion(invoice, { amountPaid: paid, amountRefunded: refunded, amountCredited }, at), at);
  },

  /** Replaces what a draft contains. @throws DomainError `invalid_state`. */
  change: (invoice: Invoice, fields: Omit<NewInvoice, 'id'>, at: Date): Invoice => {
    Invoice.require(invoice, 'update');
    return nextVersion(invoice, { ...fields, country: fields.billingAddress?.country ?? null }, at);
  },

  /** Gives it its number. An invoice of nothing is paid. @throws DomainError `invalid_state`. */
  finalize: (invoice: Invoice, { at, ...added }: Finalization): Invoice => {
    Invoice.require(invoice, 'finalize');
    const country = added.buyer.address?.country ?? invoice.country;
    return settled(nextVersion(invoice, { ...added, country, fields: null, status: 'open', finalizedAt: at }, at), at);
  },

  /** Adds what a payment has captured. */
  recordPayment: (invoice: Invoice, amount: Money, at: Date): Invoice => {
    const amountPaid = invoice.amountPaid.add(amount);
    const amountPrepaid = Invoice.isBeingCharged(invoice, at) ? amountPaid : invoice.amountPrepaid;
    return settled(nextVersion(invoice, { amountPaid, amountPrepaid }, at), at);
  },

  isBeingCharged,

  /** Adds what was refunded, which a credit note takes off. */
  recordRefund: (invoice: Invoice, amount: Money, at: Date): Invoice =>
    nextVersion(
      invoice,
      { amountRefunded: invoice.amountRefunded.add(amount), amountCredited: invoice.amountCredited.add(amount) },
      at,
    ),

  /** Takes back a refund that failed after it had succeeded. Its credit note stays. */
  recordFailedRefund: (invoice: Invoice, amount: Money, at: Date): Invoice =>
    nextVersion(invoice, { amountRefunded: invoice.amountRefunded.subtract(amount) }, at),

  /** Takes a credit note off what is due. @throws DomainError `invalid_state`. */
  credit: (invoice: Invoice, amount: Money, at: Date): Invoice => {
    Invoice.require(invoice, 'credit');
    return settled(nextVersion(invoice, { amountCredited: invoice.amountCredited.add(amount) }, at), at);
  },

  /** Records that it was paid without a payment of this service. @throws DomainError `invalid_state`. */
  payOutOfBand: (invoice: Invoice, at: Date): Invoice => {
    Invoice.require(invoice, 'pay');
    return settled(nextVersion(invoice, { amountOutOfBand: amountDue(invoice) }, at), at);
  },

  /** @throws DomainError `invalid_state`, also while something is paid. */
  void: (invoice: Invoice, at: Date): Invoice => {
    Invoice.require(invoice, 'void');
    return nextVersion(invoice, { status: 'void', voidedAt: at }, at);
  },

  /** Voids a draft that its first payment would finalize. It has no number. */
  abandon: (invoice: Invoice, at: Date): Invoice => nextVersion(invoice, { status: 'void', voidedAt: at }, at),

  /** @throws DomainError `invalid_state`. */
  markUncollectible: (invoice: Invoice, at: Date): Invoice => {
    Invoice.require(invoice, 'mark_uncollectible');
    return nextVersion(invoice, { status: 'uncollectible' }, at);
  },

  /** Counts a payment that has failed. */
  recordFailure: (invoice: Invoice, at: Date): Invoice =>
    nextVersion(invoice, { attemptCount: invoice.attemptCount + 1 }, at),

  /** Counts a mail with it; no other one for a minute. @throws DomainError `invalid_state`. */
  send: (invoice: Invoice, at: Date): Invoice => {
    requireSendable(invoice, at);
    return nextVersion(invoice, { sentAt: at }, at);
  },

  markOverdue: (invoice: Invoice, at: Date): Invoice => nextVersion(invoice, { overdueAt: at }, at),

  /** Keeps the buyer of an erased user for some years after the finalization. */
  retainBuyer: (invoice: Invoice, years: number, at: Date): Invoice =>
    nextVersion(invoice, { eraseBuyerAt: retentionEnd(invoice.finalizedAt ?? at, years) }, at),

  /** Erases the buyer and all texts; the amounts stay. */
  eraseBuyer: (invoice: Invoice, at: Date): Invoice => {
    const texts = { email: null, billingAddress: null, buyer: null, footer: null, metadata: {} };
    const lines = withoutDescriptions(invoice.lines);
    const charges = { ...invoice.charges, taxId: null };
    return nextVersion(invoice, { ...texts, lines, charges, isBuyerErased: true }, at);
  },
};

/** An open or uncollectible invoice of which nothing is due is paid. */
const settled = (invoice: Invoice, at: Date): Invoice => {
  const isOpen = invoice.status === 'open' || invoice.status === 'uncollectible';
  return isOpen && amountDue(invoice).minor === 0n ? { ...invoice, status: 'paid', paidAt: at } : invoice;
};
