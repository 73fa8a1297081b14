import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';

/**
 * Currencies whose decimals at Stripe differ from ISO 4217 (docs.stripe.com/currencies, "Zero-decimal currencies" and
 * "Special cases").
 */
const MORE_DIGITS: readonly string[] = ['ISK', 'UGX'];
const FEWER_DIGITS: readonly string[] = ['MGA'];

/** Three-decimal currencies, whose amounts Stripe accepts only with a last digit of 0. */
const THREE_DIGITS: readonly string[] = ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'];

/** An amount in Stripe's units; undefined if Stripe cannot represent it. */
export const toStripe = ({ minor, currency }: Money): number | undefined => {
  if (MORE_DIGITS.includes(currency)) return Number(minor * 100n);
  if (FEWER_DIGITS.includes(currency)) return minor % 100n === 0n ? Number(minor / 100n) : undefined;
  if (THREE_DIGITS.includes(currency) && minor % 10n !== 0n) return undefined;
  return Number(minor);
};

/** An amount from Stripe's units. `code` is the currency in lower case, as Stripe writes it. */
export const ofStripe = (amount: number, code: string): Money => {
  const currency = code.toUpperCase() as Currency;
  const units = BigInt(amount);
  if (MORE_DIGITS.includes(currency)) return Money.ofMinor(units / 100n, currency);
  if (FEWER_DIGITS.includes(currency)) return Money.ofMinor(units * 100n, currency);
  return Money.ofMinor(units, currency);
};

/** Stripe's amounts are coarser than the currency's. */
export const NOT_EXACT = {
  kind: 'declined',
  code: 'amount_not_supported',
  message: 'Stripe cannot represent this amount in this currency.',
} as const;
