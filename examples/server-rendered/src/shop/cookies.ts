import { SITE_URL } from 'astro:env/server';
import type { AstroCookieSetOptions, AstroCookies } from 'astro';

/** Scripts cannot read them, and forms of other sites are sent without them. */
const OPTIONS: AstroCookieSetOptions = {
  httpOnly: true,
  // not strict: the payer comes back from the page of a bank
  sameSite: 'lax',
  secure: SITE_URL.startsWith('https:'),
  maxAge: 30 * 24 * 60 * 60,
};

export type CartItem = Readonly<{ id: string; quantity: number }>;

/** `key` is the `Idempotency-Key` of its order: a new one with every change. */
export type Cart = Readonly<{ key: string; items: readonly CartItem[] }>;

export const MAX_QUANTITY = 99;

/** The cookie stays below 4 kB. */
const MAX_ITEMS = 50;

const CART = 'cart';

const itemOf = (text: string): CartItem | undefined => {
  const [, id, quantity] = /^(prod_\w{26})\.([1-9]\d?)$/.exec(text) ?? [];
  return id === undefined ? undefined : { id, quantity: Number(quantity) };
};

export const cartIn = (cookies: AstroCookies): Cart => {
  const [key = '', ...items] = cookies.get(CART)?.value.split('~') ?? [];
  return { key, items: items.map(itemOf).filter((item) => item !== undefined) };
};

/** Stores the items under a new key. Items without a quantity are left out. */
export const storeCart = (cookies: AstroCookies, items: readonly CartItem[]): void => {
  const kept = items.filter(({ quantity }) => quantity > 0).slice(0, MAX_ITEMS);
  const texts = kept.map(({ id, quantity }) => `${id}.${Math.min(quantity, MAX_QUANTITY)}`);
  cookies.set(CART, [crypto.randomUUID(), ...texts].join('~'), { ...OPTIONS, path: '/' });
};

export const countOf = ({ items }: Cart): number => items.reduce((sum, { quantity }) => sum + quantity, 0);

/** `buyer`: the `client_secret` of the order. `reader`: the token of a mail's link, which opens the order for reading. */
type TokenKind = 'buyer' | 'reader';

/** The browser sends the token to the page of its order alone. */
export const storeOrderToken = (cookies: AstroCookies, kind: TokenKind, id: string, token: string): void =>
  cookies.set(`order_${kind}`, token, { ...OPTIONS, path: `/orders/${id}` });

export const orderTokenIn = (cookies: AstroCookies, kind: TokenKind): string | undefined =>
  cookies.get(`order_${kind}`)?.value;
