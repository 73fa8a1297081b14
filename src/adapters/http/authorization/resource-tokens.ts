// Why: docs/decisions/0031-publishable-keys.md

import type { IncomingHttpHeaders } from 'node:http';
import type { OpenOrder } from '#core/orders/order-access.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { IdTokens } from '#core/shared/id-tokens.ts';
import { HttpError } from '../responses/problem.ts';
import type { ProblemCode } from '../responses/problem-codes.ts';
import type { Route } from '../routing/route.ts';

/** A header by which a visitor accesses one resource. */
type ResourceToken = Readonly<{
  header: string;
  /** What opens the resource. */
  opensBy: string;
  code: ProblemCode;
  /** What a visitor may do with the resource, by the ids of operations. */
  operations: ReadonlySet<string>;
}>;

const ORDER: ResourceToken = {
  header: 'Order-Token',
  opensBy: 'the client_secret of an order or of its checkout, or the token of a link that has not expired',
  code: 'invalid_order_token',
  operations: new Set([
    'getOrder',
    'getOrderTimeline',
    'cancelOrder',
    'createPayment',
    'listPayments',
    'getPayment',
    'createReturn',
    'listOrderReturns',
    'getReturn',
    'createWithdrawal',
    'getWithdrawal',
  ]),
};

const CART: ResourceToken = {
  header: 'Cart-Token',
  opensBy: 'the client_secret of a cart',
  code: 'invalid_cart_token',
  operations: new Set(['getCart', 'updateCart', 'deleteCart', 'createCheckout']),
};

const CHECKOUT: ResourceToken = {
  header: 'Checkout-Token',
  opensBy: 'the client_secret of a checkout',
  code: 'invalid_checkout_token',
  operations: new Set(['getCheckout', 'updateCheckout', 'completeCheckout', 'cancelCheckout']),
};

const TOKENS = { order: ORDER, cart: CART, checkout: CHECKOUT } as const;

type TokenName = keyof typeof TOKENS;

/** The token that an operation takes. */
export const tokenOf = ({
  operationId,
}: Pick<Route, 'operationId'>): (ResourceToken & { name: TokenName }) | undefined => {
  const found = Object.entries(TOKENS).find(([, { operations }]) => operations.has(operationId));
  return found && { ...found[1], name: found[0] as TokenName };
};

/** What opens the resources of tokens. */
export type TokenOpeners = Readonly<{
  order: OpenOrder;
  cart: IdTokens<'cart'>['idOf'];
  checkout: IdTokens<'chk'>['idOf'];
}>;

/** Longer than every token. */
const MAX_LENGTH = 255;

/** Finds what the header of a visitor opens, for an operation that takes one. Without the header the visitor is unchanged. */
export type OpenForVisitor = (actor: Actor, headers: IncomingHttpHeaders) => Promise<Actor>;

/** @throws HttpError such as `invalid_order_token`. */
export const makeOpenForVisitor = (
  route: Pick<Route, 'operationId'>,
  openers: TokenOpeners,
): OpenForVisitor | undefined => {
  const token = tokenOf(route);
  if (token === undefined) return undefined;
  const { name, header, opensBy, code } = token;
  const open = async (text: string): Promise<Partial<Actor> | undefined> => {
    if (name === 'order') {
      const order = await openers.order(text);
      return order && { order };
    }
    if (name === 'cart') {
      const id = openers.cart(text);
      return id && { cart: { id } };
    }
    const id = openers.checkout(text);
    return id && { checkout: { id } };
  };
  return async (actor, headers) => {
    const given = headers[header.toLowerCase()];
    const text = Array.isArray(given) ? given.join() : given;
    if (actor.kind !== 'publishable_key' || text === undefined || text === '') return actor;
    const opened = text.length > MAX_LENGTH ? undefined : await open(text);
    if (opened !== undefined) return { ...actor, ...opened };
    const message = `must be ${opensBy}`;
    const errors = [{ header, code: 'header.token', message }];
    throw new HttpError(403, code, `${header} ${message}`, { errors });
  };
};
