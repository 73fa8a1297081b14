import { CURRENCY_RULE, Currency } from './currency.ts';
import type { FieldError } from './domain-error.ts';
import { describeMoneyError, Money } from './money.ts';

type Path = FieldError['path'];

/** The currency of a code, or its error. */
export const currencyOf = (code: string): Currency | FieldError =>
  Currency.is(code) ? code : { path: ['currency'], code: 'any.only', message: CURRENCY_RULE };

/** An amount in major units that is not negative, or its error. */
export const amountAt = (path: Path, major: number, currency: Currency): Money | FieldError => {
  const amount = Money.parse(major, currency);
  if (!(amount instanceof Money)) return { path, ...describeMoneyError(amount, currency) };
  return amount.isNegative ? { path, code: 'number.min', message: 'must be at least 0' } : amount;
};

/** The errors among values that may be errors. */
export const errorsOf = (values: readonly unknown[]): FieldError[] => values.filter(isFieldError);

export const isFieldError = (value: unknown): value is FieldError =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value;
