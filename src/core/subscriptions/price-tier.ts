import { amountAt, isFieldError } from '#core/shared/amount-field.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import { Money } from '#core/shared/money.ts';

/** The price of units up to a quantity, from the one after the tier before. */
export type PriceTier = Readonly<{
  /** Inclusive; null: no bound. */
  upTo: number | null;
  unitAmount: Money;
  /** Added once if the tier is used; zero: nothing. */
  flatAmount: Money;
}>;

/** A tier in a request and in a response; amounts in major units. */
export type PriceTierFields = Readonly<{ up_to: number | null; unit_amount: number; flat_amount?: number | null }>;

export const MAX_TIERS = 50;

export const PriceTier = {
  /** The tiers, or every error of them. They ascend without a gap, and the last one is open. */
  parseAll: (all: readonly PriceTierFields[], currency: Currency): readonly PriceTier[] | readonly FieldError[] => {
    const tiers = all.map((fields, index) => parse(fields, index, currency));
    const errors = [...tiers.flatMap((tier) => ('errors' in tier ? tier.errors : [])), ...orderErrors(all)];
    return errors.length > 0 ? errors : (tiers as PriceTier[]);
  },

  /** Tiers that were validated before. */
  parseStored: (all: readonly PriceTierFields[], currency: Currency): readonly PriceTier[] => {
    const parsed = PriceTier.parseAll(all, currency);
    const error = parsed.find(isFieldError);
    if (error !== undefined) throw new TypeError(`The stored ${error.path.join('.')} ${error.message}.`);
    return parsed as readonly PriceTier[];
  },

  fieldsOf: ({ upTo, unitAmount, flatAmount }: PriceTier) => ({
    up_to: upTo,
    unit_amount: unitAmount.toNumber(),
    flat_amount: flatAmount.toNumber(),
  }),
};

const parse = (
  { up_to: upTo, unit_amount: unitMajor, flat_amount: flatMajor }: PriceTierFields,
  index: number,
  currency: Currency,
): PriceTier | Readonly<{ errors: FieldError[] }> => {
  const unitAmount = amountAt(['tiers', index, 'unit_amount'], unitMajor, currency);
  const flatAmount = amountAt(['tiers', index, 'flat_amount'], flatMajor ?? 0, currency);
  return unitAmount instanceof Money && flatAmount instanceof Money
    ? { upTo, unitAmount, flatAmount }
    : { errors: [unitAmount, flatAmount].filter(isFieldError) };
};

const orderErrors = (all: readonly PriceTierFields[]): FieldError[] => {
  if (all.length === 0) return [{ path: ['tiers'], code: 'array.min', message: 'must contain at least one tier' }];
  if (all.length > MAX_TIERS) {
    return [{ path: ['tiers'], code: 'array.max', message: `must contain at most ${MAX_TIERS} tiers` }];
  }
  return all.flatMap(({ up_to: upTo }, index) => {
    const message = orderError(upTo, all[index - 1]?.up_to ?? 0, index === all.length - 1);
    return message === undefined ? [] : [{ path: ['tiers', index, 'up_to'], code: 'array.sort', message }];
  });
};

const orderError = (upTo: number | null, before: number, isLast: boolean): string | undefined => {
  if (isLast) return upTo === null ? undefined : 'must be null in the last tier, which is for all further units';
  if (upTo === null) return 'must be a number: only the last tier may have null';
  return upTo > before ? undefined : `must be greater than ${before}, where the tier begins`;
};
