import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';

/**
 * Where Stripe counts with two digits more, or fewer, than ISO 4217 (docs.stripe.com/currencies, "Zero-decimal currencies"
 * and "Special cases").
 */
const MORE_DIGITS: readonly string[] = ['ISK', 'UGX'];
const FEWER_DIGITS: readonly string[] = ['MGA'];

/** Of three decimals, of which Stripe takes amounts whose last digit is 0 only. */
const THREE_DIGITS: readonly string[] = ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'];

/** An amount as Stripe counts it; nothing where Stripe cannot take just that much. */
export const toStripe = ({ minor, currency }: Money): number | undefined => {
  if (MORE_DIGITS.includes(currency)) return Number(minor * 100n);
  if (FEWER_DIGITS.includes(currency)) return minor % 100n === 0n ? Number(minor / 100n) : undefined;
  if (THREE_DIGITS.includes(currency) && minor % 10n !== 0n) return undefined;
  return Number(minor);
};

/** An amount as we count it. `code` is the currency's, in lower case as Stripe writes it. */
export const ofStripe = (amount: number, code: string): Money => {
  const currency = code.toUpperCase() as Currency;
  const units = BigInt(amount);
  if (MORE_DIGITS.includes(currency)) return Money.ofMinor(units / 100n, currency);
  if (FEWER_DIGITS.includes(currency)) return Money.ofMinor(units * 100n, currency);
  return Money.ofMinor(units, currency);
};

/** Stripe takes less fine amounts than the currency has. */
export const NOT_EXACT = {
  kind: 'declined',
  code: 'amount_not_supported',
  message: 'Stripe cannot take exactly this amount in this currency.',
} as const;
