import type { AstroCookies } from 'astro';
import { type ApiError, type Client, type components, isProblem } from 'commerce-client';
import { type Cart, type CartItem, storeCart } from './cookies.ts';

type Schemas = components['schemas'];

type OrderInput = Schemas['OrderInput'];

export type Quote = Schemas['CreatedOrder'];

/** Countries that the form offers; the quote says whether the shop ships there. */
export const COUNTRIES = ['AT', 'BE', 'CH', 'DE', 'DK', 'ES', 'FR', 'GB', 'IT', 'NL', 'PL', 'PT', 'SE', 'US'];

/** A field of a form; undefined if it is empty. */
export const textIn = (form: FormData, name: string): string | undefined =>
  form.get(name)?.toString().trim() || undefined;

export const itemsOf = (items: readonly CartItem[]): OrderInput['items'] =>
  items.map(({ id, quantity }) => ({ product_id: id, quantity }));

/** The fields of the form are named as `errors[].pointer` of the API names them. */
export const orderInputOf = (form: FormData, cart: Cart): OrderInput => {
  const addressPart = (name: string) => textIn(form, `/shipping_address/${name}`);
  const [email, code] = [textIn(form, '/email'), textIn(form, '/discount_codes')];
  return {
    items: itemsOf(cart.items),
    shipping_address: {
      name: addressPart('name') ?? null,
      line1: addressPart('line1') ?? '',
      postal_code: addressPart('postal_code') ?? null,
      city: addressPart('city') ?? null,
      country: addressPart('country') ?? 'DE',
    },
    shipping_method_id: textIn(form, 'shipping') ?? null,
    ...(email === undefined ? {} : { email }),
    ...(code === undefined ? {} : { discount_codes: [code] }),
  };
};

/** Enough for a quote; the order says what is wrong. */
const E_MAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** What an order would cost, with the chosen shipping method or else the first of the address. @throws ApiError */
export const quoteOf = async (
  api: Client,
  { shipping_address: address, email, ...input }: OrderInput,
): Promise<Quote> => {
  const quote = (shipping_method_id: string | null) =>
    api.post('/api/orders', {
      query: { dry_run: true },
      body: {
        ...input,
        // the form may still be incomplete: of the address, only the place counts
        ...(email && E_MAIL.test(email) ? { email } : {}),
        ...(address ? { shipping_address: { ...address, line1: address.line1 || '-' } } : {}),
        shipping_method_id,
      },
    });
  const first = await quote(null);
  const options = first.shipping_options?.map(({ shipping_method_id: id }) => id) ?? [];
  const method = options.find((id) => id === input.shipping_method_id) ?? options[0];
  return method === undefined ? first : quote(method);
};

/** The service repeats these responses for the same key, so that another attempt needs another. */
const REPEATED = [402, 404, 409, 412];

type Placing = Readonly<{ api: Client; cookies: AstroCookies; cart: Cart }>;

/**
 * Places the order of a cart once, however often the form is sent.
 * @returns the problem if the service refuses it
 * @throws ConnectionError; the cart keeps its key, so that the form can be sent again
 */
export const placeOrder = async (
  { api, cookies, cart }: Placing,
  body: OrderInput,
): Promise<Schemas['CreatedOrder'] | ApiError> => {
  try {
    return await api.post('/api/orders', { body, header: { 'Idempotency-Key': cart.key } });
  } catch (error) {
    if (!isProblem(error)) throw error;
    if (REPEATED.includes(error.status) && error.code !== 'idempotency_in_progress') storeCart(cookies, cart.items);
    return error;
  }
};

/** The fields of the form, which show their errors themselves. */
const FIELDS = /^\/(email|shipping_address|discount_codes)\b/;

/** What the buyer reads about a problem. */
export const textOf = (problem: ApiError): string => {
  if (problem.code === 'total_changed') return 'The total has changed. Check it, and order again.';
  if (problem.code === 'idempotency_key_reused') {
    return 'This cart was ordered already, with other details. The mail about it leads to the order; to order again, change the cart.';
  }
  const isAtFields = problem.errors.length > 0 && problem.errors.every(({ pointer = '' }) => FIELDS.test(pointer));
  return isAtFields ? 'Check the fields that are marked.' : problem.message;
};
