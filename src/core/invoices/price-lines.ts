import type { OrderCharges } from '#core/orders/order-charges.ts';
import type { Cart } from '#core/pricing/cart.ts';
import { usesOf } from '#core/pricing/claim-uses.ts';
import { discountCode } from '#core/pricing/discount-fields.ts';
import type { DiscountUse, OrderPricing } from '#core/pricing/ports.ts';
import type { Quote } from '#core/pricing/quote.ts';
import { isTaxIdOf, requireTaxId, tidyTaxId } from '#core/pricing/tax-id.ts';
import type { TaxRules } from '#core/pricing/taxes.ts';
import type { Address } from '#core/shared/address.ts';
import type { TimeSpan } from '#core/shared/clock.ts';
import type { Currency } from '#core/shared/currency.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import type { InvoiceLine } from './document-parts.ts';
import { overrideRates } from './override-rates.ts';

/** A line before it is priced. */
export type UnpricedLine = Readonly<{
  description: string;
  quantity: number;
  /** Negative for a credit. */
  unitPrice: Money;
  period: TimeSpan | null;
  taxCategory: string | null;
  /** Overrides the shop's tax rates; null to use them. */
  taxRate: Rate | null;
  /** What was charged by another invoice and is credited, without tax and its tax: it is not priced again. */
  charged?: Readonly<{ net: Money; tax: InvoiceLine['tax'] }>;
}>;

/** What is priced, and for whom. */
type InvoiceCart = Readonly<{
  at: Date;
  currency: Currency;
  lines: readonly UnpricedLine[];
  userId: Id<'usr'> | null;
  billingAddress: Address | null;
  /** Of goods: where they are shipped, which decides their tax, and the billing address does not. */
  shipping?: Readonly<{ address: Address | null }> | undefined;
  taxId: string | null;
  discountCodes: readonly string[];
  /** The subscription that is billed, whose own uses of discounts do not count. */
  usedBy?: Id<'sub'>;
  /** Whether a tax id and discount codes that are not valid are refused, as by default; otherwise they are left out. */
  requiresValid?: boolean;
}>;

type PricedInvoice = Readonly<{
  lines: readonly InvoiceLine[];
  charges: OrderCharges;
  /** The discounts that its codes use. */
  uses: readonly DiscountUse[];
  /** Whether the shop ships by methods, so that goods need an address. */
  requiresShipping: boolean;
}>;

/** Prices the lines of an invoice. @throws DomainError `validation_failed` for the tax id or a discount code. */
export type PriceLines = (cart: InvoiceCart) => Promise<PricedInvoice>;

type Deps = Readonly<{
  pricing: OrderPricing;
  /** Those of the shop. */
  rules: () => Promise<TaxRules>;
  ids: IdGenerator;
}>;

export const makePriceLines =
  ({ pricing, rules, ids }: Deps): PriceLines =>
  async (invoice) => {
    const taxId = taxIdOf(invoice);
    const unpriced = invoice.lines.filter(({ charged }) => charged === undefined);
    // a pricing provider knows no negative prices
    const isCredit = ({ unitPrice }: UnpricedLine): boolean => unitPrice.isNegative;
    const [charges, credits] = [unpriced.filter((line) => !isCredit(line)), unpriced.filter(isCredit)];
    const quoteOf = async (lines: readonly UnpricedLine[], discountCodes: readonly string[]) => {
      if (lines.length === 0) return undefined;
      const quote = await pricing.quote(cartOf({ ...invoice, taxId, lines, discountCodes }));
      return lines.some(({ taxRate }) => taxRate !== null) ? overrideRates(lines, quote, await rules()) : quote;
    };
    const [quote, creditQuote] = await Promise.all([quoteOf(charges, invoice.discountCodes), quoteOf(credits, [])]);
    const priced = new Map([
      ...charges.map((line, index) => [line, pricedLine(line, quote, index)] as const),
      ...credits.map((line, index) => [line, negated(pricedLine(line, creditQuote, index))] as const),
    ]);
    if (invoice.requiresValid ?? true) requireCodes(invoice, quote);
    const { discounts = [], pricesIncludeTax, taxExemption } = quote ?? { ...creditQuote, discounts: [] };
    return {
      lines: invoice.lines.map((line) => ({
        id: ids.next('il'),
        description: line.description,
        quantity: line.quantity,
        period: line.period,
        ...(priced.get(line) ?? chargedLine(line, pricesIncludeTax ?? false)),
      })),
      charges: {
        shippingLines: [],
        discounts: discounts.map(({ id, code, name }) => ({ id, code, name })),
        pricesIncludeTax: pricesIncludeTax ?? false,
        taxRounding: null,
        taxExemption: taxExemption ?? null,
        taxId,
      },
      uses: usesOf(discounts),
      requiresShipping: quote?.requiresShipping ?? false,
    };
  };

const addressesOf = ({ shipping, billingAddress }: InvoiceCart): Pick<Cart, 'shippingAddress' | 'billingAddress'> =>
  shipping === undefined
    ? { shippingAddress: null, billingAddress }
    : { shippingAddress: shipping.address, billingAddress: null };

const taxIdOf = (invoice: InvoiceCart): string | null => {
  const { taxId: raw, requiresValid = true } = invoice;
  const taxId = raw === null ? null : tidyTaxId(raw);
  const cart = { taxId, ...addressesOf(invoice) };
  if (!requiresValid) return isTaxIdOf(cart) ? taxId : null;
  requireTaxId(cart);
  return taxId;
};

type Priced = Pick<InvoiceLine, 'unitPrice' | 'discounts' | 'tax'>;

const magnitude = (amount: Money): Money => (amount.isNegative ? amount.times(-1n) : amount);

const cartOf = ({ lines, userId, ...invoice }: InvoiceCart): Cart => ({
  at: invoice.at,
  currency: invoice.currency,
  lines: lines.map(({ description, quantity, unitPrice, taxCategory }) => ({
    productId: null,
    parentId: null,
    name: description,
    sku: null,
    unitPrice: magnitude(unitPrice),
    quantity,
    taxCategory,
    categoryId: null,
    milligrams: 0n,
  })),
  ...addressesOf({ lines, userId, ...invoice }),
  shippingMethodId: null,
  discountCodes: invoice.discountCodes.map(discountCode),
  takesAutomaticDiscounts: false,
  taxId: invoice.taxId,
  customerKey: userId,
  usedBy: invoice.usedBy ?? null,
});

const pricedLine = ({ unitPrice }: UnpricedLine, quote: Quote | undefined, index: number): Priced =>
  quote?.items[index] ?? { unitPrice: magnitude(unitPrice), discounts: [], tax: null };

const negated = ({ unitPrice, tax }: Priced): Priced => ({
  unitPrice: unitPrice.times(-1n),
  discounts: [],
  tax: tax && { ...tax, amount: tax.amount.times(-1n) },
});

const chargedLine = ({ unitPrice, charged }: UnpricedLine, pricesIncludeTax: boolean): Priced => {
  const { net, tax } = charged ?? { net: unitPrice, tax: null };
  return { unitPrice: pricesIncludeTax && tax !== null ? net.add(tax.amount) : net, discounts: [], tax };
};

const requireCodes = ({ discountCodes }: InvoiceCart, quote: Quote | undefined): void => {
  const errors = discountCodes.flatMap((written, index): FieldError[] => {
    const refused = quote?.refusedCodes.find(({ code }) => code === discountCode(written));
    if (refused === undefined) return [];
    const { code, reason, message } = refused;
    const advice = `must be sent without ${code}, which ${message}`;
    return [{ path: ['discount_codes', index], code: `discount.${reason}`, message: advice }];
  });
  if (errors.length > 0) throw invalid(errors);
};
