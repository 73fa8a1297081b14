import { invalid } from '#core/shared/domain-error.ts';
import { describeMoneyError, Money } from '#core/shared/money.ts';
import { bookedIn, type Dispute } from './dispute.ts';
import type { PaymentStatus } from './payment-status.ts';

/** Parses a requested amount in major units, which must be positive. @throws DomainError `validation_failed`. */
export const requestedAmount = (major: number, { currency }: Pick<Money, 'currency'>): Money => {
  const amount = Money.parse(major, currency);
  if (!(amount instanceof Money)) throw invalid([{ path: ['amount'], ...describeMoneyError(amount, currency) }]);
  if (amount.minor > 0n) return amount;
  throw invalid([{ path: ['amount'], code: 'number.min', message: 'must be more than 0' }]);
};

type Refundable = Readonly<{ captured: Money; refunded: Money; refunding: Money; disputes: readonly Dispute[] }>;

type Authorized = Readonly<{ status: PaymentStatus; amount: Money; captured: Money }>;

type Capturable = Authorized & Readonly<{ capturing: Money; isVoiding: boolean }>;

/** The amount authorized and not captured. */
export const authorized = ({ status, amount, captured }: Authorized): Money =>
  status === 'authorized' ? amount.subtract(captured) : Money.ofMinor(0n, amount.currency);

/** The amount that can still be captured. */
export const capturable = (payment: Capturable): Money =>
  payment.isVoiding ? Money.ofMinor(0n, payment.amount.currency) : authorized(payment).subtract(payment.capturing);

/** The amount of open disputes, which the gateway has withdrawn. */
export const disputed = ({ disputes, captured }: Pick<Refundable, 'disputes' | 'captured'>): Money =>
  bookedIn('open', disputes, captured.subtract(captured));

/** The amount that can still be refunded: neither refunded, disputed nor lost. */
export const refundable = (payment: Refundable): Money =>
  payment.captured.subtract(payment.refunded).subtract(payment.refunding).subtract(disputed(payment));
