import type { Money } from '#core/shared/money.ts';
import { bookedIn, type Dispute } from './dispute.ts';
import type { Charge } from './payment-gateway.ts';
import { type Failure, isOpen, type PaymentStatus } from './payment-status.ts';

/** The fields of a payment that the state of its charge at the gateway decides. */
type ChargeState = Readonly<{
  status: PaymentStatus;
  reference: string | null;
  captured: Money;
  refunded: Money;
  token: string | null;
  redirectUrl: string | null;
  failure: Failure | null;
}>;

type ChargedPayment = ChargeState & Readonly<{ amount: Money; disputes: readonly Dispute[] }>;

/** The changes of a payment after its charge was read from the gateway. Captured and refunded amounts never shrink. */
export const changesFromCharge = (payment: ChargedPayment, charge: Charge): Partial<ChargeState> => {
  const captured = larger(payment.captured, smaller(charge.captured, payment.amount));
  const zero = captured.subtract(captured);
  const [lost, disputed] = [bookedIn('lost', payment.disputes, zero), bookedIn('open', payment.disputes, zero)];
  // the gateway does not count lost disputes as refunds
  const refunded = larger(payment.refunded, smaller(charge.refunded.add(lost), captured.subtract(disputed)));
  const amounts = { captured, refunded, reference: charge.reference };
  return { ...amounts, ...statusFromCharge({ ...payment, ...amounts }, charge) };
};

/** The state after the gateway released what was authorized and not captured. */
export const closed = ({ captured }: Readonly<{ captured: Money }>): Partial<ChargeState> => ({
  status: captured.minor > 0n ? 'succeeded' : 'cancelled',
  token: null,
  redirectUrl: null,
});

const statusFromCharge = (payment: ChargedPayment, charge: Charge): Partial<ChargeState> => {
  const final = { token: null, redirectUrl: null };
  if (charge.status === 'captured' || payment.captured.compare(payment.amount) === 0) {
    return { ...final, status: 'succeeded', failure: null };
  }
  if (charge.status === 'authorized' && payment.status !== 'succeeded' && payment.status !== 'cancelled') {
    return { ...final, status: 'authorized', failure: null };
  }
  if (!isOpen(payment)) return charge.status === 'voided' && payment.status === 'authorized' ? closed(payment) : {};
  if (charge.status === 'voided') return closed(payment);
  if (charge.status === 'declined') return { ...final, status: 'failed', failure: charge.failure ?? DECLINED };
  return charge.status === 'requires_action'
    ? { status: 'requires_action', token: null, redirectUrl: charge.redirectUrl ?? null }
    : {};
};

const DECLINED: Failure = { code: 'declined', message: 'The payment was declined.' };

const larger = (a: Money, b: Money): Money => (a.compare(b) < 0 ? b : a);
const smaller = (a: Money, b: Money): Money => (a.compare(b) < 0 ? a : b);
