import type { Money } from '#core/shared/money.ts';
import type { Failure, Payment } from './payment.ts';
import type { Charge } from './payment-gateway.ts';

/** What a charge, as it is found at the gateway, makes of a payment. */
export const changesFromCharge = (payment: Payment, charge: Charge): Partial<Payment> => {
  const captured = larger(payment.captured, smaller(charge.captured, payment.amount));
  const refunded = larger(payment.refunded, smaller(charge.refunded, captured));
  const amounts = { captured, refunded, reference: charge.reference };
  return { ...amounts, ...statusSeen({ ...payment, ...amounts }, charge) };
};

/** Nothing is held any more. */
export const closed = ({ captured }: Payment): Partial<Payment> => ({
  status: captured.minor > 0n ? 'succeeded' : 'cancelled',
  token: null,
  redirectUrl: null,
});

const statusSeen = (payment: Payment, charge: Charge): Partial<Payment> => {
  const settled = { token: null, redirectUrl: null };
  if (charge.status === 'captured' || payment.captured.compare(payment.amount) === 0) {
    return { ...settled, status: 'succeeded', failure: null };
  }
  if (charge.status === 'authorized' && payment.status !== 'succeeded' && payment.status !== 'cancelled') {
    return { ...settled, status: 'authorized', failure: null };
  }
  if (!isOpen(payment)) return charge.status === 'voided' && payment.status === 'authorized' ? closed(payment) : {};
  if (charge.status === 'voided') return closed(payment);
  if (charge.status === 'declined') return { ...settled, status: 'failed', failure: charge.failure ?? DECLINED };
  return charge.status === 'requires_action'
    ? { status: 'requires_action', token: null, redirectUrl: charge.redirectUrl ?? null }
    : {};
};

const DECLINED: Failure = { code: 'declined', message: 'The payment was declined.' };

const larger = (a: Money, b: Money): Money => (a.compare(b) < 0 ? b : a);
const smaller = (a: Money, b: Money): Money => (a.compare(b) < 0 ? a : b);

const isOpen = ({ status }: Payment): boolean => status === 'processing' || status === 'requires_action';
