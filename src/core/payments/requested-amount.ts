import { invalid } from '#core/shared/domain-error.ts';
import { describeMoneyError, Money } from '#core/shared/money.ts';

/** Parses a requested amount in major units, which must be positive. @throws DomainError `validation_failed`. */
export const requestedAmount = (major: number, { currency }: Pick<Money, 'currency'>): Money => {
  const amount = Money.parse(major, currency);
  if (!(amount instanceof Money)) throw invalid([{ path: ['amount'], ...describeMoneyError(amount, currency) }]);
  if (amount.minor > 0n) return amount;
  throw invalid([{ path: ['amount'], code: 'number.min', message: 'must be more than 0' }]);
};
