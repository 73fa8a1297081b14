import {
  type ChargesView,
  discountLineViews,
  OrderSums,
  type PricedLineView,
  pricedLineView,
  taxLineViews,
} from '#core/orders/order-charges.ts';
import type { Address } from '#core/shared/address.ts';
import type { TimeSpan } from '#core/shared/clock.ts';
import { createdFilters, describeList, type FilterOf, idFilter, idsFilter, newestFirst } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import { type InvoiceLine, type Party, pricedInvoiceLine } from './document-parts.ts';
import { EInvoice } from './e-invoice.ts';
import { Invoice } from './invoice.ts';
import type { InvoiceLineFields } from './invoice-fields.ts';
import { chargedOf, INVOICE_STATUSES } from './invoice-states.ts';

type Documents<Prefix extends string> = Readonly<{
  /** Their name in the plural and in the singular: `Credit notes`, `credit note`. */
  plural: string;
  singular: string;
  prefix: Prefix;
  /** A number. */
  example: string;
}>;

/** The filters of a list of invoices or credit notes by their buyer, number, id and time. */
export const documentFilters = <const Prefix extends string>({
  plural,
  singular,
  prefix,
  example,
}: Documents<Prefix>) =>
  ({
    user_id: idFilter('user_id', 'usr', `${plural} of this user.`),
    number: {
      kind: 'equals',
      field: 'number',
      format: { type: 'label', maxLength: 40 },
      description: `The ${singular} with this number.`,
      example,
    },
    ...idsFilter(plural, prefix),
    ...createdFilters(plural),
  }) as const;

export type PeriodView = Readonly<{ /** RFC 3339 in UTC. */ start: string; end: string }>;

/** A line as the API shows it, in major units. */
export type InvoiceLineView = Readonly<{
  id: InvoiceLine['id'];
  description: string;
  quantity: number;
  unit_price: number;
  period: PeriodView | null;
  subtotal: number;
}> &
  PricedLineView;

/** The seller or the buyer as the API shows them. */
export type PartyView = Readonly<{
  name: string;
  legal_name: string | null;
  address: Address | null;
  tax_id: string | null;
  email: string | null;
}>;

/** What an invoice costs as the API shows it, in major units. */
export type InvoiceChargesView = Omit<ChargesView, 'shipping_lines' | 'shipping'>;

/** An invoice as the API shows it. */
export type InvoiceView = ResourceView<Invoice, 'invoice'> &
  InvoiceChargesView &
  Readonly<{
    number: string | null;
    status: Invoice['status'];
    user_id: Invoice['userId'];
    order_id: Invoice['orderId'];
    subscription_id: Invoice['subscriptionId'];
    currency: string;
    lines: readonly InvoiceLineView[];
    draft_lines: readonly InvoiceLineFields[] | null;
    amount_paid: number;
    amount_refunded: number;
    amount_credited: number;
    amount_due: number;
    paid_out_of_band: boolean;
    attempt_count: number;
    email: string | null;
    billing_address: Address | null;
    seller: PartyView | null;
    buyer: PartyView | null;
    footer: string | null;
    e_invoice: EInvoice | null;
    due_at: string | null;
    finalized_at: string | null;
    paid_at: string | null;
    voided_at: string | null;
    overdue_at: string | null;
    sent_at: string | null;
    metadata: Readonly<Record<string, string>>;
    actions: readonly string[];
  }>;

/** Shows an invoice to its readers. */
export const invoiceView = (invoice: Invoice): InvoiceView => ({
  id: invoice.id,
  object: 'invoice',
  number: invoice.number,
  status: invoice.status,
  user_id: invoice.userId,
  order_id: invoice.orderId,
  subscription_id: invoice.subscriptionId,
  currency: invoice.currency,
  lines: lineViews(invoice),
  draft_lines: invoice.fields && (invoice.fields.lines ?? []),
  ...chargesOf(invoice),
  amount_paid: invoice.amountPaid.add(invoice.amountOutOfBand).toNumber(),
  amount_refunded: invoice.amountRefunded.toNumber(),
  amount_credited: invoice.amountCredited.toNumber(),
  amount_due: Invoice.amountDue(invoice).toNumber(),
  paid_out_of_band: invoice.amountOutOfBand.minor > 0n,
  attempt_count: invoice.attemptCount,
  email: invoice.email,
  billing_address: invoice.billingAddress,
  seller: partyView(invoice.seller),
  buyer: partyView(invoice.buyer),
  footer: invoice.footer,
  e_invoice: eInvoiceOf(invoice),
  due_at: invoice.dueAt?.toISOString() ?? null,
  finalized_at: invoice.finalizedAt?.toISOString() ?? null,
  paid_at: invoice.paidAt?.toISOString() ?? null,
  voided_at: invoice.voidedAt?.toISOString() ?? null,
  overdue_at: invoice.overdueAt?.toISOString() ?? null,
  sent_at: invoice.sentAt?.toISOString() ?? null,
  metadata: invoice.metadata,
  actions: Invoice.actions(invoice),
  ...versionView(invoice),
});

/** The XML in the file; null without a file. */
export const eInvoiceOf = ({
  seller,
  buyer,
  lines,
  charges,
  currency,
}: Pick<Invoice, 'seller' | 'buyer' | 'lines' | 'charges' | 'currency'>): EInvoice | null =>
  seller && buyer && EInvoice.of({ seller, buyer, currency, lines: lines.map(pricedInvoiceLine), ...charges });

export const lineViews = ({ lines, charges }: Pick<Invoice, 'lines' | 'charges'>): InvoiceLineView[] =>
  lines.map((line) => {
    const priced = pricedInvoiceLine(line);
    return {
      id: line.id,
      description: line.description,
      quantity: line.quantity,
      unit_price: line.unitPrice.toNumber(),
      period: periodView(line.period),
      subtotal: priced.price.toNumber(),
      ...pricedLineView(priced, charges.pricesIncludeTax),
    };
  });

export const chargesOf = (invoice: Pick<Invoice, 'lines' | 'charges' | 'currency'>): InvoiceChargesView => {
  const charged = chargedOf(invoice);
  const { charges } = invoice;
  const sums = OrderSums.of(charged);
  return {
    discount_lines: discountLineViews(charged),
    tax_lines: taxLineViews(charged),
    prices_include_tax: charges.pricesIncludeTax,
    tax_id: charges.taxId,
    tax_exemption: charges.taxExemption,
    subtotal: sums.subtotal.toNumber(),
    discount: sums.discount.toNumber(),
    tax: sums.tax.toNumber(),
    total: sums.total.toNumber(),
  };
};

const periodView = (period: TimeSpan | null): PeriodView | null =>
  period === null ? null : { start: period.start.toISOString(), end: period.end.toISOString() };

export const requiredPartyView = (party: Party): PartyView => ({
  name: party.name,
  legal_name: party.legalName,
  address: party.address,
  tax_id: party.taxId,
  email: party.email,
});

export const partyView = (party: Party | null): PartyView | null => party && requiredPartyView(party);

/** What lists filter by and do not show. */
type ListedInvoice = InvoiceView & Readonly<{ needs_attention: boolean }>;

export const invoiceList = describeList<ListedInvoice>()({
  filters: {
    needs_attention: {
      kind: 'is',
      field: 'needs_attention',
      description:
        'Invoices that somebody has to look at: whose file, or that of a credit note of theirs, could not be rendered.',
    },
    status: {
      kind: 'equals',
      field: 'status',
      format: { type: 'choice', values: INVOICE_STATUSES },
      description: 'Invoices with this status.',
      example: 'open',
    },
    order_id: idFilter('order_id', 'ord', 'Invoices of this order.'),
    subscription_id: idFilter('subscription_id', 'sub', 'Invoices of this subscription.'),
    ...documentFilters({ plural: 'Invoices', singular: 'invoice', prefix: 'inv', example: 'INV-000001' }),
  },
  ...newestFirst,
});

export type InvoiceFilter = FilterOf<typeof invoiceList>;
