import { Scope } from '#core/access/scope.ts';
import { requireBuyer } from '#core/orders/order-buyer.ts';
import { type OrderView, orderView } from '#core/orders/order-view.ts';
import type { OrderEdit } from '#core/orders/price-edit.ts';
import { quoteChoicesView } from '#core/orders/quote-choices.ts';
import type { OrderPatch } from '#core/orders/use-cases/change-order.ts';
import type { CreateOrder, OrderCommand } from '#core/orders/use-cases/create-order.ts';
import type { QuotedOrder, QuoteOrder } from '#core/orders/use-cases/quote-order.ts';
import type { RefundSoon } from '#core/orders/use-cases/refund-orders.ts';
import { hasAddress, type UpdateOrder } from '#core/orders/use-cases/update-order.ts';
import type { Quote } from '#core/pricing/quote.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Transaction } from '#core/storage.ts';
import { type CodeGuesses, unknownCodes } from '../admission/code-guesses.ts';
import { respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import type { ApiResponse } from '../routing/route.ts';
import { ORDER_ACTIONS } from '../schemas/order-actions.ts';
import { clientKey } from '../server/client-network.ts';
import { type GuestOrderDeps, guestOf } from './guest-orders.ts';
import { type OrderEditInput, type OrderInput, orderInput, orderPatch } from './order-input-schemas.ts';
import { toRequestedItem } from './order-item-input.ts';
import type { OrderResponses } from './order-response.ts';
import { createdOrderSchema, orderSchema } from './schemas.ts';

export type OrderWriteDeps = GuestOrderDeps &
  Readonly<{
    createOrder: CreateOrder;
    quoteOrder: QuoteOrder;
    responses: OrderResponses;
    updateOrder: UpdateOrder;
    refundSoon: RefundSoon;
    codeGuesses: CodeGuesses;
    /** A keyed digest: the client's address is not stored. */
    digest: (text: string) => string;
  }>;

export const createOrder = (deps: OrderWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/orders',
    operationId: 'createOrder',
    isThrottled: 'visitors',
    summary: 'Create an order',
    description:
      'Prices the items with shipping, discounts and tax, checks `expected_total`, reduces the stock and numbers the order, ' +
      'all or nothing. The order keeps names and prices as they are now, or as the staff sets them, and is cancelled at `expires_at` unless it is paid ' +
      'in full or fulfilled before. A dry run is a quote: it locks and reserves nothing, lists the `shipping_options`, and ' +
      'says in `refused_discount_codes` why a code does not apply, and nothing of one that is not in force. With `pricing:read` it also says in `refused_discounts` ' +
      'and `refused_shipping_methods` why another discount or an active shipping method does not. Staff name the buyer by `user_id` or `email`, or send ' +
      '`anonymous: true`. Customers, unless they are `trusted`, and guests, who order with a publishable key and their ' +
      '`email`, may have a limited number of unpaid orders (`too_many_unpaid_orders`), each and from one network address; ' +
      'the quantity from stock that these hold is limited, too (`too_much_unpaid_stock`), also in a quote. Only this response shows a guest the `client_secret`, which opens the order ' +
      'as the header `Order-Token`; their `Idempotency-Key` must be random and have at least 22 characters. Emits ' +
      '`order.created`, `product.updated` for each changed stock, and `order.paid` if the total is zero.',
    access: { kind: 'scope', scope: 'orders:write', own: true },
    secretMembers: ['client_secret'],
    isCostly: ({ isDryRun }) => isDryRun,
    body: orderInput,
    responses: { 201: { description: 'The created order.', schema: createdOrderSchema } },
    problems: [
      'unknown_reference',
      'currency_mismatch',
      'total_changed',
      'insufficient_stock',
      'too_many_unpaid_orders',
      'too_much_unpaid_stock',
      'already_exists',
    ],
    write: async ({ actor, address, isDryRun, body: { anonymous, ...body } }) => {
      requireBuyer(actor, { userId: body.user_id, email: body.email, isAnonymous: anonymous });
      const guest = await guestOf(deps, { actor, body, address, isDryRun });
      const client = deps.digest(clientKey(address));
      const command = { ...toCommand(body), guest, client };
      const guess = { actor, address, codes: body.discount_codes };
      if (isDryRun) {
        const { work } = await deps.codeGuesses.tryCodes(
          guess,
          () => deps.quoteOrder(actor, command),
          ({ quote }) => unknownCodes(quote),
        );
        return respond(work, quoteResponse(deps.responses, actor));
      }
      const created = await deps.codeGuesses.tryCodes(guess, () => deps.createOrder(actor, command));
      const work: typeof created = (tx) =>
        deps.codeGuesses.tryEmail({ ...guess, email: body.email }, () => created(tx));
      return respond(work, async (order, tx) => {
        const caller = guest === undefined ? actor : { ...actor, order: { id: order.id, mayWrite: true } };
        const response = await deps.responses.changed(caller)(order, tx);
        const view = response.body as OrderView;
        return {
          ...response,
          ...(guest && { body: { ...view, client_secret: guest.secret }, shown: view }),
          status: 201,
          location: `/api/orders/${order.id}`,
        };
      });
    },
  });

export const updateOrder = ({ updateOrder: update, refundSoon, responses }: OrderWriteDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/orders/{id}',
    id: 'ord',
    operationId: 'updateOrder',
    summary: 'Update an order',
    description:
      'Writes `metadata`, `external_id` and `note` in any state, and the other fields only while the order is open. The body is a ' +
      'JSON Merge Patch (RFC 7396), which is also applied to the fields of addresses. With `items`, `shipping_method_id`, ' +
      '`discount_codes`, `tax_id`, `tax_id_confirmed` or `expected_total` the shop edits an order before its fulfillment. What was agreed ' +
      'stays: prices, discounts, codes, and shipping with its price, whatever became of them since. Added products cost what ' +
      'they cost today, or what the staff sets, and more of an item costs its price in the order; an item with another `unit_price` is priced anew, with the discounts of today; other `discount_codes` find all discounts anew. Tax ' +
      'and shipping change where today’s rates and methods differ between the former and the new address. The stock follows, ' +
      'and the difference is `amount_due`, or `refund_due` and refunded; what was refunded before is not due again. A dry run shows the difference. Emits `order.updated`, and `product.updated` for each changed stock.',
    access: { kind: 'scope', scope: 'orders:write', own: true },
    versioned: true,
    body: orderPatch,
    responses: { 200: { description: 'The updated order.', schema: orderSchema } },
    actions: ORDER_ACTIONS,
    problems: [
      'invalid_state',
      'already_exists',
      'unknown_reference',
      'currency_mismatch',
      'total_changed',
      'insufficient_stock',
    ],
    write: async ({ actor, id, body, expected }) => {
      const work = await update(actor, { id, ...toEdit(body), expected });
      return respond(work, responses.changed(actor));
    },
    afterCommit: async ({ id, body }) => {
      if (toEdit(body).edit !== undefined || hasAddress(body)) await refundSoon(id);
    },
  });

/** The order with what the buyer may still choose. */
const quoteResponse =
  (responses: OrderResponses, actor: Actor) =>
  async ({ order, quote, eventTypes }: QuotedOrder, tx: Transaction): Promise<ApiResponse> => ({
    ...(await responses.shown(tx, actor, {
      order,
      status: 201,
      body: {
        ...orderView(order),
        ...quoteChoicesView(quote),
        ...(Scope.covers(actor.scopes, 'pricing:read') ? reasonsOf(quote) : {}),
      },
    })),
    emits: eventTypes,
  });

/** What else does not apply, and why. */
const reasonsOf = ({ refusedDiscounts = [], refusedShipping = [] }: Quote) => ({
  refused_discounts: refusedDiscounts.map(({ id, ...refusal }) => ({ discount_id: id, ...refusal })),
  refused_shipping_methods: refusedShipping.map(({ methodId, ...refusal }) => ({
    shipping_method_id: methodId,
    ...refusal,
  })),
});

/** Splits a patch: `edit` has the fields that price the order anew and is undefined without one, `patch` the others. */
const toEdit = ({
  items,
  expected_total: expectedTotal,
  shipping_method_id: shippingMethodId,
  discount_codes: discountCodes,
  tax_id: taxId,
  tax_id_confirmed: taxIdConfirmed,
  ...patch
}: OrderEditInput): Readonly<{ edit: OrderEdit | undefined; patch: OrderPatch }> => {
  const edit = {
    items: items?.map(toRequestedItem),
    expectedTotal,
    shippingMethodId,
    discountCodes,
    taxId,
    taxIdConfirmed,
  };
  const given = Object.entries(edit).filter(([, value]) => value !== undefined);
  return { edit: given.length === 0 ? undefined : (Object.fromEntries(given) as OrderEdit), patch };
};

const toCommand = ({
  items,
  expected_total: expectedTotal,
  user_id: userId,
  currency,
  shipping_method_id: shippingMethodId,
  discount_codes: discountCodes,
  tax_id: taxId,
  tax_id_confirmed: taxIdConfirmed,
  expires_in_minutes: expiresInMinutes,
  ...details
}: OrderInput): Omit<OrderCommand, 'client'> => ({
  request: {
    items: items.map(toRequestedItem),
    currency,
    expectedTotal,
    shippingMethodId,
    discountCodes,
    taxId,
    taxIdConfirmed,
  },
  userId,
  details,
  expiresInMinutes,
});
