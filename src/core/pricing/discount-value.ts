import { amountAt, isFieldError } from '#core/shared/amount-field.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import type { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';

export const DISCOUNT_KINDS = ['percent', 'amount', 'fixed_price', 'free_shipping'] as const;

/** What a discount takes off. */
export type DiscountValue =
  | Readonly<{ kind: 'percent'; rate: Rate }>
  /** Off the total of the items that it is for. */
  | Readonly<{ kind: 'amount'; amount: Money }>
  /** What each of the items that it is for costs. */
  | Readonly<{ kind: 'fixed_price'; price: Money }>
  | Readonly<{ kind: 'free_shipping' }>;

export type DiscountKind = DiscountValue['kind'];

/** A writer's fields in the API's names: the kind, and the value in the field of this kind. */
export type ValueFields = Readonly<{
  kind: DiscountKind;
  /** 0 to 100, with at most 4 decimals; only of the kind `percent`. */
  percent?: number | null;
  /** Major units; only of the kind `amount`. */
  amount?: number | null;
  /** Major units; only of the kind `fixed_price`. */
  price?: number | null;
}>;

/** The field with the value of each kind. */
const FIELDS = { percent: 'percent', amount: 'amount', fixed_price: 'price' } as const;

export const DiscountValue = {
  parse: (fields: ValueFields, currency: Currency): DiscountValue | FieldError => {
    const { kind } = fields;
    if (kind === 'free_shipping') return { kind };
    const path = [FIELDS[kind]];
    const given = fields[FIELDS[kind]] ?? null;
    if (given === null) return { path, code: 'any.required', message: `is required for the kind ${kind}` };
    if (kind === 'percent') {
      const rate = Rate.ofPercent(given);
      return typeof rate === 'number' ? { kind, rate } : { path, ...rate };
    }
    const amount = amountAt(path, given, currency);
    if (isFieldError(amount)) return amount;
    if (kind === 'fixed_price') return { kind, price: amount };
    if (amount.minor === 0n) return { path, code: 'number.greater', message: 'must be greater than 0' };
    return { kind, amount };
  },

  /** The errors of fields that only other kinds have. */
  otherKindErrors: (fields: ValueFields): FieldError[] =>
    Object.entries(FIELDS)
      .filter(([kind, field]) => kind !== fields.kind && (fields[field] ?? null) !== null)
      .map(([, field]) => ({
        path: [field],
        code: 'any.unknown',
        message: `must be omitted for the kind ${fields.kind}`,
      })),

  /** The fields as a writer would send them. */
  fieldsOf: (value: DiscountValue): Required<ValueFields> => ({
    kind: value.kind,
    percent: value.kind === 'percent' ? Rate.toPercent(value.rate) : null,
    amount: value.kind === 'amount' ? value.amount.toNumber() : null,
    price: value.kind === 'fixed_price' ? value.price.toNumber() : null,
  }),

  /** The currency of its amount, if it has one. */
  currencyOf: (value: DiscountValue): Currency | null => {
    if (value.kind === 'amount') return value.amount.currency;
    return value.kind === 'fixed_price' ? value.price.currency : null;
  },
};
