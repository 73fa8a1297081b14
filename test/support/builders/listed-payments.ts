import { Payment } from '#core/payments/payment.ts';
import type { PaymentFilter } from '#core/payments/payment-view.ts';
import type { PaymentListQuery } from '#core/payments/ports.ts';
import type { PageRequest } from '#core/shared/page.ts';
import { ids, noonPlus } from './builders.ts';
import { dollars } from './order-builders.ts';
import { aDispute, aPaidRow, everyPaymentRow } from './payment-rows.ts';

const [ada, bob] = [ids.next('usr'), ids.next('usr')];

/** Common values of the listed payments. */
export const LISTED = { ada, orderId: ids.next('ord') } as const;

const USERS = [ada, null, bob, ada, null];

const GATEWAYS = ['sandbox', 'stripe', 'manual', 'sandbox'];

/** The distinguishing fields of the nth listed payment, with ties in time. */
export const listedFields = (index: number): Pick<Payment, 'gateway' | 'userId'> & Readonly<{ at: Date }> => ({
  at: noonPlus((index * 7) % 20),
  gateway: GATEWAYS[index % GATEWAYS.length] ?? 'sandbox',
  userId: USERS[index % USERS.length] ?? null,
});

/** Payments in every state that differ in everything that lists filter by; some paid ones share an order. */
export const listedPayments = (): Payment[] => {
  const ofOneOrder = [0, 1, 2, 3, 4].map((index) => aPaidRow({ payableId: LISTED.orderId, ...listedFields(index) }));
  const others = everyPaymentRow((index) => ({ ...listedFields(index), updatedAt: noonPlus(index) }));
  const disputed = [5, 6, 7, 8].map((index) => aPaidRow({ disputes: [aDispute()], ...listedFields(index) }));
  const [failed, won] = [{ hasFailedRefund: true }, { disputes: [aDispute({ status: 'won', closedAt: noonPlus(1) })] }];
  const late = aPaidRow({ delay: 'unknown_outcome', refunding: dollars(1), ...listedFields(9) });
  return [...ofOneOrder, ...others, ...disputed, aPaidRow(failed), aPaidRow(won), late];
};

/** A filter, and the user that the list is restricted to. */
export type PaymentSelection = PaymentFilter & Pick<PaymentListQuery, 'ownerId'>;

export const paymentQuery = ({ ownerId, ...filter }: PaymentSelection, page: PageRequest): PaymentListQuery => ({
  filter,
  ownerId,
  page,
});

/** Whether a payment matches a selection: a reference implementation, independent of the storages. */
export const paymentMatchesFilter = (payment: Payment, selection: PaymentSelection): boolean => {
  const matches: Readonly<Record<keyof PaymentSelection, (value: never) => boolean>> = {
    order_id: (value: string) => payment.payableId === value,
    invoice_id: (value: string) => payment.payableId === value,
    user_id: (value: string) => payment.userId === value,
    ids: (values: readonly string[]) => values.includes(payment.id),
    status: (value: string) => payment.status === value,
    gateway: (value: string) => payment.gateway === value,
    needs_attention: (value: boolean) => Payment.attentionTo(payment).length > 0 === value,
    ownerId: (value: string) => payment.userId === value,
    created_from: (value: Date) => Number(payment.createdAt) >= Number(value),
    created_to: (value: Date) => Number(payment.createdAt) <= Number(value),
  };
  return Object.entries(selection).every(
    ([name, value]) => value === undefined || matches[name as keyof PaymentSelection](value as never),
  );
};

type Made = Readonly<{ id: string; createdAt: Date }>;

/** By creation time, the newest first, ties by id. */
export const newestPaymentsFirst = <T extends Made>(made: readonly T[]): T[] =>
  [...made].sort((a, b) => Number(b.createdAt) - Number(a.createdAt) || (a.id < b.id ? 1 : -1));
