import { request, type Schemas } from '../../api/request.ts';
import { type JsonObject, toBody } from '../../form/field.ts';
import { type DryRun, useDryRun } from '../../form/use-dry-run.ts';
import type { Form } from '../../form/use-form.ts';
import { isQuotable, type OrderLine, toItems } from './order-line.ts';

export type Customer = Schemas['User'];
export type OrderInput = Schemas['OrderInput'];

/** What an order would cost, with what can still be chosen. */
export type Quote = Schemas['CreatedOrder'] &
  Required<Pick<Schemas['CreatedOrder'], 'shipping_options' | 'refused_discount_codes'>>;

/** What the screen of a new order has chosen, besides its form. */
export type Choices = Readonly<{
  customer: Customer | undefined;
  lines: readonly OrderLine[];
  shippingMethodId: string | undefined;
}>;

/** The order as the API takes it. */
export const toOrder = (
  { fields, values }: Pick<Form, 'fields' | 'values'>,
  { customer, lines, shippingMethodId }: Choices,
): OrderInput => {
  const { anonymous, email, ...body }: JsonObject = toBody(fields, values);
  const guest = { ...(email !== undefined && { email: String(email) }), ...(anonymous === true && { anonymous }) };
  return {
    ...body,
    ...(customer === undefined ? guest : { user_id: customer.id }),
    ...(shippingMethodId !== undefined && { shipping_method_id: shippingMethodId }),
    items: toItems(lines),
  };
};

/** Quotes an order while it is put together, also before its buyer is known; not while an item is incomplete. */
export const useQuote = (order: OrderInput): DryRun<Quote> => {
  const isNamed = order.user_id !== undefined || order.email !== undefined;
  const body = isNamed ? order : { ...order, anonymous: true };
  const key = isQuotable(order.items) ? JSON.stringify(body) : '';
  return useDryRun(key, async (signal) => {
    const { data } = await request('post', '/api/orders', { query: { dry_run: true }, body, signal });
    return data as Quote;
  });
};
