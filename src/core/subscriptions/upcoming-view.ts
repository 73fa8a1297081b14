import { chargesOf, type InvoiceChargesView, type InvoiceLineView, lineViews } from '#core/invoices/invoice-view.ts';
import type { Money } from '#core/shared/money.ts';
import type { BillPart } from './bill.ts';
import type { PriceBill } from './price-bill.ts';
import type { Subscription } from './subscription.ts';
import { type UpcomingStep, upcomingSteps } from './upcoming-steps.ts';

/** An invoice to come, at the prices and taxes of now. */
export type InvoicePreview = InvoiceChargesView & Readonly<{ currency: string; lines: readonly InvoiceLineView[] }>;

/** A step to come, as the API shows it. */
export type UpcomingStepView = Readonly<{
  type: UpcomingStep['type'];
  at: string;
  /** Of charges and retries: what is due of the open invoices, in major units. */
  amount_due: number | null;
  /** Usage is that of now. */
  invoice: InvoicePreview | null;
}>;

type Billed = Readonly<{ subscription: Subscription; bill: readonly BillPart[]; at: Date }>;

/** Prices an invoice to come, outside of transactions; null if it would have nothing to bill. */
export const previewInvoice = async (priceBill: PriceBill, billed: Billed): Promise<InvoicePreview | null> => {
  const { content } = await priceBill(billed);
  const { currency } = billed.subscription;
  return content === null ? null : { currency, lines: lineViews(content), ...chargesOf(content) };
};

type Now = Readonly<{ at: Date /** Of the open invoices. */; due: Money }>;

/** What happens next, up to the next renewal or the end, priced outside of transactions. */
export const previewSteps = async (
  priceBill: PriceBill,
  subscription: Subscription,
  { at: now, due }: Now,
): Promise<readonly UpcomingStepView[]> => {
  const steps: UpcomingStepView[] = [];
  for (const { type, at, bill } of upcomingSteps(subscription, now)) {
    steps.push({
      type,
      at: at.toISOString(),
      amount_due: type === 'charge' || type === 'retry' ? due.toNumber() : null,
      invoice: await previewInvoice(priceBill, { subscription, bill, at }),
    });
  }
  return steps;
};
