import type { PricedLine } from '#core/pricing/priced-line.ts';
import { remainingLines } from '#core/pricing/remaining-lines.ts';
import { roundingOf } from '#core/pricing/taxes.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { OrderCharges } from './order-charges.ts';
import { agreedItem, agreedLine, type OrderItem } from './order-item.ts';

/** An order as what the cost of its parts depends on. */
export type Divisible = Readonly<{ items: readonly OrderItem[]; charges: OrderCharges; currency: Currency }>;

/** What an order costs with a quantity of each item, from what was agreed. Shipping is as agreed. */
export const remainingOrder = <Order extends Divisible>(
  order: Order,
  quantityOf: (item: OrderItem) => number,
): Order => {
  const { pricesIncludeTax, shippingLines } = order.charges;
  const rounding = agreedRounding(order);
  const items = order.items.map((item) => agreedLine(item, quantityOf(item)));
  const shipping = shippingLines.map(({ price, discounts, tax }) => ({
    ...{ unitPrice: price, quantity: 1n, remaining: 1n },
    ...{ discounts, tax },
  }));
  const lines = remainingLines([...items, ...shipping], { pricesIncludeTax, rounding });
  return {
    ...order,
    items: order.items.map((item, index) => ({ ...item, quantity: quantityOf(item), ...chargesIn(lines[index]) })),
    charges: {
      ...order.charges,
      taxRounding: rounding,
      shippingLines: shippingLines.map((line, index) => ({ ...line, ...chargesIn(lines[items.length + index]) })),
    },
  };
};

const chargesIn = (line: PricedLine | undefined): Pick<PricedLine, 'discounts' | 'tax'> =>
  line === undefined ? { discounts: [], tax: null } : { discounts: line.discounts, tax: line.tax };

/** How the tax of what was agreed was rounded; null if it is not that of its rates. */
export const agreedRounding = ({ items, charges }: Divisible): OrderCharges['taxRounding'] => {
  const { pricesIncludeTax, shippingLines, taxRounding } = charges;
  if (taxRounding !== null) return taxRounding;
  return roundingOf([...items.map(agreedItem), ...shippingLines], { pricesIncludeTax, rounding: 'line' });
};

/** What the buyer keeps of an order: it without returned items. */
export const keptOrder = <Order extends Divisible>(order: Order): Order =>
  order.items.every(({ returnedQuantity }) => returnedQuantity === 0)
    ? order
    : remainingOrder(order, ({ quantity, returnedQuantity }) => quantity - returnedQuantity);
