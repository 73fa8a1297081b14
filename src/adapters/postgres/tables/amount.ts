import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';

/** An amount as a column of major units has it. */
export const amountOf = (major: string | number, currency: Currency): Money => {
  const amount = Money.parse(major, currency);
  if (!(amount instanceof Money)) throw new TypeError(`${major} is no amount of ${currency}.`);
  return amount;
};
