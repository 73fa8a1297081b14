import { Currency } from './currency.ts';

/** A quotient, rounded to the nearest whole number, halves away from zero. The divisor is positive. */
export const roundedQuotient = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + (dividend < 0n ? -divisor : divisor)) / (2n * divisor);

/** Why a number is not an amount of a currency. */
export type MoneyError = 'not_a_decimal' | 'too_many_decimals' | 'out_of_range';

/** The largest amount in major units: 999 999 999 999.99, or the largest below it that the currency can represent. */
const LIMIT_IN_HUNDREDTHS = 99_999_999_999_999n;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i;

/** An exact amount: whole minor units of one currency. Different currencies never mix. */
export class Money {
  readonly minor: bigint;
  readonly currency: Currency;

  private constructor(minor: bigint, currency: Currency) {
    this.minor = minor;
    this.currency = currency;
  }

  /** An amount of whole minor units: `Money.ofMinor(1999n, 'USD')` is 19.99 USD. */
  static ofMinor(minor: bigint, currency: Currency): Money {
    return new Money(minor, currency);
  }

  /**
   * Parses an amount in major units from a decimal or a JSON number, exactly.
   * @returns the money, or why it is invalid.
   */
  static parse(major: string | number, currency: Currency): Money | MoneyError {
    const [, sign, whole = '', fraction = '', power = '0'] = DECIMAL.exec(String(major)) ?? [];
    if (whole === '') return 'not_a_decimal';
    const { digits, scale } = withoutTrailingZeros(whole + fraction, fraction.length - Number(power));
    const exponent = Currency.exponent(currency);
    if (digits === '0') return new Money(0n, currency);
    if (scale > exponent) return 'too_many_decimals';
    if (digits.length - scale > 12) return 'out_of_range';
    const amount = new Money(BigInt(digits) * 10n ** BigInt(exponent - scale), currency);
    if (amount.isTooLarge) return 'out_of_range';
    return sign === '-' ? amount.times(-1n) : amount;
  }

  /** The amount in major units as a decimal with all of the currency's digits: `19.90`. */
  toDecimal(): string {
    const exponent = Currency.exponent(this.currency);
    const digits = (this.minor < 0n ? -this.minor : this.minor).toString().padStart(exponent + 1, '0');
    const whole = digits.slice(0, digits.length - exponent);
    const sign = this.minor < 0n ? '-' : '';
    return exponent === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-exponent)}`;
  }

  /** The amount in major units as a JSON number; its shortest decimal form is the amount itself. */
  toNumber(): number {
    return Number(this.toDecimal());
  }

  add(other: Money): Money {
    return new Money(this.minor + this.#same(other).minor, this.currency);
  }

  subtract(other: Money): Money {
    return new Money(this.minor - this.#same(other).minor, this.currency);
  }

  times(factor: bigint): Money {
    return new Money(this.minor * factor, this.currency);
  }

  /** Negative, zero or positive, as this amount is less than, equal to or greater than the other. */
  compare(other: Money): number {
    const difference = this.minor - this.#same(other).minor;
    return difference === 0n ? 0 : difference < 0n ? -1 : 1;
  }

  /** The smaller of two amounts. */
  min(other: Money): Money {
    return this.compare(other) <= 0 ? this : other;
  }

  get isNegative(): boolean {
    return this.minor < 0n;
  }

  /** Whether the amount exceeds the maximum of 999 999 999 999.99 in major units. */
  get isTooLarge(): boolean {
    return this.minor * 100n > LIMIT_IN_HUNDREDTHS * 10n ** BigInt(Currency.exponent(this.currency));
  }

  /**
   * Splits by weights; the parts add up to the whole. The units that are left over go one each to the largest remainders, of
   * equal ones to the first.
   */
  allocate(weights: readonly bigint[]): Money[] {
    const total = weights.reduce((sum, weight) => sum + weight, 0n);
    if (total <= 0n || weights.some((weight) => weight < 0n))
      throw new RangeError('The sum of weights must be positive.');
    const sign = this.isNegative ? -1n : 1n;
    const shares = weights.map((weight) => {
      const share = sign * this.minor * weight;
      return { minor: share / total, remainder: share % total };
    });
    const leftOver = sign * this.minor - shares.reduce((sum, { minor }) => sum + minor, 0n);
    const largest = shares.toSorted((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1));
    const raised = new Set(largest.slice(0, Number(leftOver)));
    return shares.map((share) => new Money(sign * (share.minor + (raised.has(share) ? 1n : 0n)), this.currency));
  }

  #same(other: Money): Money {
    if (other.currency !== this.currency) throw new TypeError(`${other.currency} is not ${this.currency}.`);
    return other;
  }
}

function withoutTrailingZeros(written: string, decimals: number): { digits: string; scale: number } {
  const significant = written.replace(/^0+(?=\d)/, '');
  const digits = significant.replace(/0+$/, '') || '0';
  return { digits, scale: decimals - (significant.length - digits.length) };
}

/** The error of an amount, as a message. */
export const describeMoneyError = (error: MoneyError, currency: Currency): { code: string; message: string } => {
  const decimals = Currency.exponent(currency);
  switch (error) {
    case 'not_a_decimal':
      return { code: 'number.base', message: 'must be a number' };
    case 'too_many_decimals':
      return { code: 'number.precision', message: `must have at most ${decimals} decimals in ${currency}` };
    case 'out_of_range':
      return { code: 'number.max', message: 'must be at most 999999999999.99' };
  }
};
