import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';

/** An amount from a column of major units. */
export const amountOf = (major: string | number, currency: Currency): Money => {
  const amount = Money.parse(major, currency);
  if (!(amount instanceof Money)) throw new TypeError(`${major} is not an amount of ${currency}.`);
  return amount;
};
