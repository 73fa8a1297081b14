import type { Quote, RefusedCode } from '#core/pricing/quote.ts';

/** What a buyer may still choose, and why codes do not apply. */
export type QuoteChoicesView = Readonly<{
  shipping_options: readonly Readonly<{ shipping_method_id: string; name: string; amount: number }>[];
  shipping_required: boolean;
  refused_discount_codes: readonly RefusedCode[];
}>;

export const quoteChoicesView = (quote: Quote): QuoteChoicesView => ({
  shipping_options: quote.shippingOptions.map(({ methodId, name, price }) => ({
    shipping_method_id: methodId,
    name,
    amount: price.toNumber(),
  })),
  shipping_required: quote.requiresShipping,
  refused_discount_codes: quote.refusedCodes,
});
