import { type Charged, OrderSums } from '#core/orders/order-charges.ts';
import { type DomainError, invalidState } from '#core/shared/domain-error.ts';
import { Money } from '#core/shared/money.ts';

export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const INVOICE_STEPS = ['update', 'delete', 'finalize', 'pay', 'credit', 'void', 'mark_uncollectible'] as const;

export type InvoiceStep = (typeof INVOICE_STEPS)[number];

/** The steps that each status allows. */
const STEPS: Readonly<Record<InvoiceStatus, readonly InvoiceStep[]>> = {
  draft: ['update', 'delete', 'finalize'],
  open: ['pay', 'credit', 'void', 'mark_uncollectible'],
  uncollectible: ['pay', 'credit', 'void'],
  paid: [],
  void: [],
};

/** What the allowed steps depend on. */
type Steppable = Readonly<{
  status: InvoiceStatus;
  orderId: string | null;
  lines: Charged['items'];
  charges: Charged['charges'];
  currency: Charged['currency'];
  amountPaid: Money;
  amountRefunded: Money;
  amountCredited: Money;
  amountOutOfBand: Money;
}>;

/** An invoice or a credit note as what its sums are computed from. */
export const chargedOf = ({
  lines,
  charges,
  currency,
}: Pick<Steppable, 'lines' | 'charges' | 'currency'>): Charged => ({
  items: lines,
  charges,
  currency,
});

/** What is left to pay; nothing of a draft and a void invoice. */
export const amountDue = (invoice: Steppable): Money => {
  const zero = Money.ofMinor(0n, invoice.currency);
  if (invoice.status === 'draft' || invoice.status === 'void') return zero;
  const { total } = OrderSums.of(chargedOf(invoice));
  const paid = invoice.amountPaid.add(invoice.amountOutOfBand).subtract(invoice.amountRefunded);
  const due = total.subtract(invoice.amountCredited).subtract(paid);
  return due.isNegative ? zero : due;
};

/** What the shop neither has of its total nor is owed: it was refunded, credited, charged back or given up. */
export const amountLost = (invoice: Steppable): Money => {
  const zero = Money.ofMinor(0n, invoice.currency);
  if (invoice.status === 'draft') return zero;
  const paid = invoice.amountPaid.add(invoice.amountOutOfBand).subtract(invoice.amountRefunded);
  const kept = invoice.status === 'open' ? paid.add(amountDue(invoice)) : paid;
  const lost = OrderSums.of(chargedOf(invoice)).total.subtract(kept);
  return lost.isNegative ? zero : lost;
};

/** The steps that are allowed now. The payments of an order pay its invoice. */
export const stepsFrom = (invoice: Steppable): InvoiceStep[] =>
  STEPS[invoice.status].filter((step) => {
    if (step === 'update' || step === 'pay' || step === 'credit') return invoice.orderId === null;
    if (step === 'void') return invoice.amountPaid.compare(invoice.amountRefunded) <= 0;
    return step !== 'finalize' || invoice.lines.length > 0;
  });

const PARTICIPLES: Readonly<Record<InvoiceStep, string>> = {
  update: 'changed',
  delete: 'deleted',
  finalize: 'finalized',
  pay: 'paid',
  credit: 'credited',
  void: 'voided',
  mark_uncollectible: 'marked as uncollectible',
};

/** Why a step is not allowed now. */
export const refusalOf = (invoice: Steppable, step: InvoiceStep): DomainError => {
  const isAllowedByStatus = STEPS[invoice.status].includes(step);
  const reason =
    step === 'pay' && invoice.orderId !== null
      ? `The invoice is of the order ${invoice.orderId}, whose payments pay it`
      : isAllowedByStatus
        ? REASONS[step]
        : `The invoice is ${NAMES[invoice.status]}`;
  const message = `${reason}, so it cannot be ${PARTICIPLES[step]}.`;
  return invalidState(message, invoice.status, stepsFrom(invoice));
};

/** Why a step is not allowed although the status would allow it. */
const REASONS: Readonly<Partial<Record<InvoiceStep, string>>> = {
  update: 'The draft is of an order, which it copies when it is finalized',
  credit: 'The invoice is of an order, whose refunds credit it',
  void: 'A part of the invoice is paid and not refunded',
  finalize: 'The invoice has no lines',
};

const NAMES: Readonly<Record<InvoiceStatus, string>> = {
  draft: 'a draft',
  open: 'open',
  paid: 'paid',
  void: 'void',
  uncollectible: 'uncollectible',
};

type Chargeable = Readonly<{
  isCharged: boolean;
  status: InvoiceStatus;
  attemptCount: number;
  finalizedAt: Date | null;
}>;

/** How long the file of an invoice waits for its first charge. */
const MAX_CHARGE_MS = 60_000;

/** Whether the outcome of its first charge is awaited, so that its file is not made. A slow one is not waited for. */
export const isBeingCharged = ({ isCharged, status, attemptCount, finalizedAt }: Chargeable, at: Date): boolean =>
  isCharged &&
  status === 'open' &&
  attemptCount === 0 &&
  finalizedAt !== null &&
  at.getTime() - finalizedAt.getTime() < MAX_CHARGE_MS;
