import { withoutTax } from '#core/pricing/price-cart.ts';
import type { LineTax, PricedLine } from '#core/pricing/priced-line.ts';
import type { TaxExemption } from '#core/pricing/quote.ts';
import { proportionalTax } from '#core/pricing/remaining-lines.ts';
import { type AppliedRate, taxesOf } from '#core/pricing/taxes.ts';
import type { Money } from '#core/shared/money.ts';
import type { Discounted, QuotedPart } from './edited-discounts.ts';
import { agreedDiscounts, EditedLine } from './edited-lines.ts';
import type { EditedShipping } from './edited-shipping.ts';
import type { Order } from './order.ts';
import type { OrderCharges, ShippingLine } from './order-charges.ts';
import { agreedLine, agreedQuantity, agreementOf, itemOf, type OrderItem } from './order-item.ts';
import { type Move, rateAfter } from './place-answers.ts';
import type { PricedRequest } from './price-order.ts';
import { agreedRounding } from './remaining-order.ts';

/** What an order was agreed on, and what a move changes of it. */
export type Terms = Readonly<{
  order: Order;
  move: Move | undefined;
  /** Whether the shop’s prices include tax. */
  pricesIncludeTax: boolean;
  /** Whether the order has prices without the tax that the shop’s prices include. */
  isNetted: boolean;
  /** The rates of the lines at the former place, for an order without tax. */
  formerRateOf: ((index: number) => AppliedRate | undefined) | undefined;
  /** Whether discounts were found anew. */
  isRediscounted: boolean;
}>;

type Edited = Discounted &
  Readonly<{ parts: readonly QuotedPart[]; shipping: EditedShipping | undefined; taxId: string | null }>;

/** A line before its tax. */
type Line = Readonly<{ unitPrice: Money; quantity: bigint }> &
  Omit<PricedLine, 'tax'> &
  Readonly<{ rate: AppliedRate | undefined }>;

const exemptionAfter = ({ order, move }: Terms): TaxExemption | null =>
  move !== undefined && move.from.exemption !== move.to.exemption ? move.to.exemption : order.charges.taxExemption;

/** The items and charges of an edited order. */
export const chargedEdit = (terms: Terms, edited: Edited): Pick<PricedRequest, 'items' | 'charges'> => {
  const { order } = terms;
  const taxExemption = exemptionAfter(terms);
  const isSameBasis = taxExemption === order.charges.taxExemption;
  const pricesIncludeTax = isSameBasis
    ? order.charges.pricesIncludeTax
    : taxExemption === null && terms.pricesIncludeTax;
  const isNet = taxExemption !== null && terms.pricesIncludeTax && !pricesIncludeTax;
  const items = edited.lines.map((line, index) => lineOf(terms, { line, rate: rateOf(terms, edited, index), isNet }));
  const shipping = edited.shipping && shippingLineOf(terms, edited.shipping, isNet);
  const lines = shipping === undefined ? items : [...items, shipping];
  const taxRounding = agreedRounding(order);
  const taxes =
    taxRounding === null ? providersTaxes(terms, edited) : taxesOf(lines, { pricesIncludeTax, rounding: taxRounding });
  const taxAt = (index: number): LineTax | null => (taxExemption === null ? (taxes[index] ?? null) : null);
  return {
    items: edited.lines.map((line, index) => {
      const { unitPrice, discounts } = items[index] ?? line;
      const charged = { unitPrice, quantity: line.quantity, discounts, tax: taxAt(index) };
      const isAsAgreed = isSameBasis && !terms.isRediscounted;
      return { ...line, priced: pricedItemOf(line, charged, isAsAgreed) };
    }),
    charges: {
      shippingLines: shippingLinesOf(edited, shipping, taxAt(items.length)),
      discounts: edited.discounts,
      ...{ pricesIncludeTax, taxRounding, taxExemption, taxId: edited.taxId },
    },
  };
};

/** The rate of a line, which no exemption takes off here. */
const rateOf = (terms: Terms, { lines, parts }: Edited, index: number): AppliedRate | undefined => {
  const { move, formerRateOf } = terms;
  const { item } = lines[index] ?? {};
  const quoted = (): AppliedRate | undefined => parts.find(({ line }) => line === index)?.quoted.tax ?? undefined;
  if (item === undefined) return quoted();
  const agreed = formerRateOf === undefined ? (item.tax ?? undefined) : formerRateOf(index);
  if (move === undefined) return agreed;
  return rateAfter(agreed, { from: move.from.items[index]?.tax, to: move.to.items[index]?.tax });
};

/** The rate of goods that had some rate at the former place. */
export const rateOfGoods =
  ({ move }: Pick<Terms, 'move'>) =>
  (agreed: AppliedRate | undefined): AppliedRate | undefined => {
    const index = move?.from.items.findIndex(({ tax }) => tax?.rate === agreed?.rate) ?? -1;
    const [from, to] = [move?.from.items[index]?.tax, move?.to.items[index]?.tax];
    return index === -1 ? agreed : rateAfter(agreed, { from, to });
  };

type Priced = Readonly<{ line: EditedLine; rate: AppliedRate | undefined; isNet: boolean }>;

const lineOf = ({ isNetted, isRediscounted }: Terms, { line, rate, isNet }: Priced): Line => {
  const { item, kept, unitPrice, quantity } = line;
  const priced = { unitPrice, quantity: BigInt(quantity), ...EditedLine.priced(line), rate };
  if (!isNet) return priced;
  const net = withoutTax(priced);
  if (item === undefined || !isNetted) return net;
  // an agreed price without tax is not computed again from one with tax
  const discounts = kept === quantity && !isRediscounted ? agreedDiscounts(item, kept) : net.discounts;
  return { ...net, unitPrice: item.unitPrice, price: item.unitPrice.times(BigInt(quantity)), discounts };
};

const shippingLineOf = (
  { order, isNetted }: Terms,
  shipping: EditedShipping,
  isNet: boolean,
): Line & Pick<ShippingLine, 'cheapest'> => {
  const [agreed] = order.charges.shippingLines;
  const lineAt = ({ price, cheapest, discounts }: Pick<ShippingLine, 'price' | 'cheapest' | 'discounts'>) => ({
    ...{ unitPrice: price, quantity: 1n, price, cheapest, discounts, rate: shipping.rate },
  });
  if (isNet && isNetted && shipping.isAsAgreed && agreed !== undefined) return lineAt(agreed);
  const line = lineAt(shipping);
  if (!isNet) return line;
  const { cheapest } = shipping;
  const net = cheapest && withoutTax(lineAt({ price: cheapest, cheapest, discounts: [] })).price;
  return { ...withoutTax(line), cheapest: net };
};

const shippingLinesOf = (
  { shipping }: Edited,
  line: ReturnType<typeof shippingLineOf> | undefined,
  tax: LineTax | null,
): OrderCharges['shippingLines'] =>
  shipping === undefined || line === undefined
    ? []
    : [
        {
          ...{ methodId: shipping.methodId, name: shipping.name, price: line.price, cheapest: line.cheapest },
          ...{ discounts: line.discounts, tax },
        },
      ];

/** The taxes of all lines, that of shipping last. */
const providersTaxes = (terms: Terms, edited: Edited): readonly (LineTax | null)[] => [
  ...edited.lines.map((_, index) => providersTax(terms, edited, index)),
  edited.shipping?.tax ?? null,
];

/** The tax of a line of a pricing provider whose taxes are not those of its rates. */
const providersTax = ({ move }: Terms, { lines, parts }: Edited, index: number): LineTax | null => {
  const { item, kept = 0 } = lines[index] ?? {};
  const [from, to] = [move?.from.items[index]?.tax, move?.to.items[index]?.tax];
  if (to !== undefined && (from?.rate !== to?.rate || from?.name !== to?.name)) return to;
  const agreed = item === undefined ? null : proportionalTax(agreedLine(item, kept));
  const added = parts.find(({ line, isAdded }) => isAdded && line === index)?.quoted.tax ?? null;
  if (agreed === null || added === null) return agreed ?? added;
  return { ...agreed, amount: agreed.amount.add(added.amount) };
};

type ChargedItem = Parameters<typeof itemOf>[1];

/** An item that the order has keeps its data of the checkout, and unless its price is set anew what was agreed for it. */
const pricedItemOf = (
  { goods, item, former, quantity }: EditedLine,
  charged: ChargedItem,
  isAsAgreed: boolean,
): Omit<OrderItem, 'id' | 'isFromStock'> => {
  if (item === undefined)
    return former === undefined ? itemOf(goods, charged) : { ...former, ...charged, agreed: null };
  const isPart = isAsAgreed && quantity < agreedQuantity(item) && charged.tax?.rate === item.tax?.rate;
  return { ...item, ...charged, agreed: isPart ? agreementOf(item) : null };
};
