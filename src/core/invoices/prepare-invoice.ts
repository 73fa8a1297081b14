import { unknownUser } from '#core/access/ownership.ts';
import { Address } from '#core/shared/address.ts';
import { amountAt, currencyOf, errorsOf, isFieldError } from '#core/shared/amount-field.ts';
import type { Currency } from '#core/shared/currency.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopRulesQueries } from '#core/shop/ports.ts';
import type { ShopRules } from '#core/shop/shop-rules.ts';
import type { NewInvoice } from './invoice.ts';
import type { InvoiceFields, InvoiceLineFields } from './invoice-fields.ts';
import type { InvoicesTx } from './ports.ts';
import type { PriceLines, UnpricedLine } from './price-lines.ts';

/** What a draft contains, by the fields that its writer sent. */
type PreparedInvoice = Readonly<{
  draft: Omit<NewInvoice, 'id' | 'orderId' | 'subscriptionId'>;
  /** The rules that were in force before it was priced. */
  rules: ShopRules;
}>;

/**
 * Checks and prices a writer's fields, outside of transactions.
 * @throws DomainError `validation_failed` or `unknown_reference` with every error of the fields.
 */
export type PrepareInvoice = (fields: InvoiceFields, at: Date) => Promise<PreparedInvoice>;

type Deps = Readonly<{ unitOfWork: UnitOfWork<InvoicesTx>; priceLines: PriceLines; rules: ShopRulesQueries }>;

export const makePrepareInvoice =
  ({ unitOfWork, priceLines, rules: queries }: Deps): PrepareInvoice =>
  async (fields, at) => {
    const rules = await queries.get();
    const { currency: storeCurrency } = rules;
    const currency = fields.currency === undefined ? storeCurrency : currencyOf(fields.currency);
    // an unknown currency is reported once: amounts are then checked in the store's
    const lines = (fields.lines ?? []).map((line, index) =>
      lineOf(line, ['lines', index], isFieldError(currency) ? storeCurrency : currency),
    );
    const dueAt = fields.due_at === undefined ? null : dueAtOf(fields.due_at, at);
    const address = fields.billing_address;
    const errors = [
      ...errorsOf([currency, dueAt]),
      ...lines.flatMap((line) => ('errors' in line ? line.errors : [])),
      ...(address === undefined ? [] : Address.errors('billing_address', address)),
    ];
    if (errors.length > 0 || isFieldError(currency) || isFieldError(dueAt)) throw invalid(errors);
    const user = await unitOfWork.run((tx) => tx.users.find(fields.user_id));
    if (user === undefined) throw unknownUser();
    const billingAddress = address === undefined ? (user.addresses[0] ?? null) : Address.of(address);
    const cart = {
      at,
      currency,
      lines: lines.flatMap((line) => ('errors' in line ? [] : [line])),
      userId: user.id,
      billingAddress,
      taxId: fields.tax_id ?? null,
      discountCodes: fields.discount_codes ?? [],
    };
    const { lines: priced, charges } = await priceLines(cart);
    const draft = {
      ...{ lines: priced, charges },
      ...{ userId: user.id, currency, fields, billingAddress, dueAt },
      email: fields.email?.normalize('NFC') ?? user.email,
      footer: fields.footer ?? null,
      metadata: fields.metadata ?? {},
    };
    return { draft, rules };
  };

/** @returns the error of a time in the past. */
export const dueAtOf = (written: string, at: Date): Date | FieldError => {
  const dueAt = new Date(written);
  const message = `must not be in the past: it is ${at.toISOString()}`;
  return dueAt < at ? { path: ['due_at'], code: 'date.min', message } : dueAt;
};

/** The largest total of a line's quantity. */
const MAX_TOTAL_MESSAGE = 'must cost at most 999999999999.99 with its quantity';

const lineOf = (
  line: InvoiceLineFields,
  path: FieldError['path'],
  currency: Currency,
): UnpricedLine | Readonly<{ errors: readonly FieldError[] }> => {
  const { quantity = 1 } = line;
  const unitPrice = amountAt([...path, 'unit_price'], line.unit_price, currency);
  const rate = line.tax_rate === undefined ? null : Rate.ofPercent(line.tax_rate);
  const period = line.period && { start: new Date(line.period.start), end: new Date(line.period.end) };
  const errors: FieldError[] = errorsOf([unitPrice]);
  if (!isFieldError(unitPrice) && unitPrice.times(BigInt(quantity)).isTooLarge) {
    errors.push({ path: [...path, 'unit_price'], code: 'number.max', message: MAX_TOTAL_MESSAGE });
  }
  if (rate !== null && typeof rate !== 'number') errors.push({ path: [...path, 'tax_rate'], ...rate });
  if (period !== undefined && period.start >= period.end) {
    errors.push({ path: [...path, 'period', 'end'], code: 'date.greater', message: 'must be after the start' });
  }
  if (errors.length > 0 || isFieldError(unitPrice) || (rate !== null && typeof rate !== 'number')) return { errors };
  const { description, tax_category: taxCategory = null } = line;
  return { description, quantity, unitPrice, period: period ?? null, taxCategory, taxRate: rate };
};
