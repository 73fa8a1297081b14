import type { Currency } from '#core/shared/currency.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import { Money } from '#core/shared/money.ts';
import { NOT_ERASED } from './document-parts.ts';
import type { InvoiceStatus } from './invoice-states.ts';

/** What a draft does not have yet. */
export const undecided = (currency: Currency) => {
  const zero = Money.ofMinor(0n, currency);
  return {
    ...NOT_ERASED,
    status: 'draft',
    number: null,
    seller: null,
    buyer: null,
    amountPaid: zero,
    amountRefunded: zero,
    amountCredited: zero,
    amountOutOfBand: zero,
    amountPrepaid: zero,
    attemptCount: 0,
    finalizedAt: null,
    paidAt: null,
    voidedAt: null,
    overdueAt: null,
    sentAt: null,
  } as const;
};

type Draft = Readonly<{ status: InvoiceStatus; subscriptionId: string | null }>;

/** Whether it is a draft whose first payment finalizes it: a declined one leaves no number. */
export const isAwaited = ({ status, subscriptionId }: Draft): boolean => status === 'draft' && subscriptionId !== null;

/** @throws DomainError `invalid_state` for a draft that its first payment finalizes. */
export const requireNotAwaited = (invoice: Draft): void => {
  if (!isAwaited(invoice)) return;
  const message = 'The first payment of its subscription finalizes the draft. Cancel the subscription instead.';
  throw invalidState(message, invoice.status, ['pay']);
};
