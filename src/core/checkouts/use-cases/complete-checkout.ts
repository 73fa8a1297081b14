// Why: docs/decisions/0082-carts-and-checkouts.md

import { isByStaff } from '#core/access/is-by-staff.ts';
import { accessLevelOf } from '#core/access/ownership.ts';
import { Scope } from '#core/access/scope.ts';
import { CartContents } from '#core/carts/cart-contents.ts';
import { cartUpdated } from '#core/carts/records.ts';
import { SavedCart } from '#core/carts/saved-cart.ts';
import type { Guest } from '#core/orders/guest.ts';
import { Order, type OrderId } from '#core/orders/order.ts';
import { type PricedRequest, requireSameTotal, totalOf } from '#core/orders/price-order.ts';
import type { CreateOrder } from '#core/orders/use-cases/create-order.ts';
import type { CreatePaymentLink } from '#core/payments/links/use-cases/write-payment-links.ts';
import { Payable } from '#core/payments/payable.ts';
import type { PaymentRequest } from '#core/payments/steps/prepare-payment.ts';
import type { BeginPayment } from '#core/payments/use-cases/begin-payment.ts';
import type { CreatePayment, StoreAndBegin } from '#core/payments/use-cases/create-payment.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type DomainError, invalid, invalidState, orNotFound } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { type Participant, StalePreparationError, type Work } from '#core/shared/unit-of-work.ts';
import { Checkout, type CheckoutId } from '../checkout.ts';
import { missingDetails, missingWaiver } from '../missing.ts';
import type { CheckoutsTx } from '../ports.ts';
import { checkoutUpdated } from '../records.ts';
import type { ShownCheckout } from '../shown-checkout.ts';
import { type CheckoutPayment, type PaymentByDeps, paymentBy, type RequestedPayment } from '../steps/payment-by.ts';
import { shownWithOrder } from '../steps/show-steps.ts';
import { findCheckout, type ShowDeps } from './show-checkout.ts';

type Command = Readonly<{
  id: CheckoutId;
  /** The total that the buyer saw, in major units. */
  expectedTotal: number | undefined;
  /** Without one the order is placed, and paid by a link. */
  payment: RequestedPayment | undefined;
  /** A keyed digest of the client's network address. */
  client: string;
  /** Counts an order of the caller before it is placed. @param email That of a guest, if it is known. */
  countOrder: (email: string | null) => Promise<void>;
}>;

/**
 * Places the order of a checkout and begins its payment, in one transaction; the gateway is called afterwards. Once there is
 * an order, it is paid, and no other one is placed.
 * @throws DomainError `validation_failed` for what is missing, `invalid_state`, `total_changed`, and as `CreateOrder` and
 * `CreatePayment` do.
 */
export type CompleteCheckout = (actor: Actor, command: Command) => Promise<Work<ShownCheckout, CheckoutsTx>>;

type Deps = ShowDeps &
  PaymentByDeps &
  Readonly<{
    createOrder: CreateOrder;
    createPayment: CreatePayment;
    beginPayment: BeginPayment;
    createPaymentLink: CreatePaymentLink;
    newGuest: () => Guest;
    ids: IdGenerator;
  }>;

/** Places the order in the transaction that begins its payment, or without one. */
type PlaceOrder = Participant<CheckoutsTx, [isLinked: boolean], Order>;

export const makeCompleteCheckout =
  (deps: Deps): CompleteCheckout =>
  async (actor, command) => {
    const { id } = command;
    const checkout = await findCheckout(deps, actor, { id, scope: 'orders:write' });
    if (command.payment !== undefined && isByStaff(actor))
      Scope.requireAll(actor, ['payments:write'], 'Paying the order');
    const at = deps.clock.now();
    if (checkout.orderId === null) Checkout.requireOpen(checkout, at);
    const { orderId: placedId } = checkout;
    if (placedId !== null) return completeOrder(deps, actor, { command, checkout, orderId: placedId });
    await command.countOrder(checkout.userId === null ? checkout.contents.email : null);
    const orderId = deps.ids.next('ord');
    const payer = withOrder(actor, orderId);
    const place = await preparePlacing(deps, { payer, command, checkout, orderId });
    // once all but the stock is known, since a method may be saved
    const payment = command.payment && (await paymentBy(deps, actor, { checkout, payment: command.payment }));
    if (payment === undefined) {
      return async (tx) => {
        await place(tx, true);
        return shownNow(tx, actor, id);
      };
    }
    const storeAndBegin: StoreAndBegin = async (tx: CheckoutsTx, prepared) => {
      const order = await place(tx, false);
      return deps.beginPayment(tx, Payable.ofOrder(order), prepared);
    };
    const paying = await deps.createPayment(payer, paymentOf(payment, orderId), storeAndBegin);
    return async (tx) => {
      await paying(tx);
      return shownNow(tx, actor, id);
    };
  };

/** Reads the checkout without a lock, since its order is locked before. */
const shownNow = async (tx: CheckoutsTx, actor: Actor, id: CheckoutId): Promise<ShownCheckout> =>
  shownWithOrder(tx, actor, orNotFound(await tx.checkouts.find(id), 'checkout', id));

/** Who pays or cancels the order: a visitor with the token of its checkout as one with that of the order. */
export const withOrder = (actor: Actor, id: OrderId): Actor =>
  actor.checkout === undefined ? actor : { ...actor, order: { id, mayWrite: true } };

/** Who orders: for the user of the checkout, whose saved payment methods its token does not open. */
const buyerIn = (actor: Actor, { userId }: Checkout): Actor =>
  actor.checkout === undefined ? actor : { ...actor, userId };

const paymentOf = (payment: CheckoutPayment, payableId: OrderId): PaymentRequest => ({
  ...payment,
  payableId,
  captureMethod: 'automatic',
  metadata: {},
});

type Placing = Readonly<{ payer: Actor; command: Command; checkout: Checkout; orderId: OrderId }>;

const preparePlacing = async (
  deps: Deps,
  { payer, command: { id, expectedTotal, payment, client }, checkout, orderId }: Placing,
): Promise<PlaceOrder> => {
  const { contents, userId } = checkout;
  const missing = missingDetails(payer, checkout, await deps.rules.get());
  if (missing.length > 0) throw invalid(missing);
  const isStaff = isByStaff(payer);
  const requireComplete = (priced: PricedRequest): void => {
    const items = priced.items.map((item) => item.priced);
    const waiver = missingWaiver(payer, checkout, items);
    if (waiver.length > 0) throw invalid(waiver);
    if (payment !== undefined && totalOf(priced).minor === 0n) throw nothingToPay();
  };
  const placing = await deps.createOrder(buyerIn(payer, checkout), {
    request: CartContents.orderRequest(contents, expectedTotal),
    details: CartContents.orderDetails(contents),
    ...(isStaff && { userId }),
    ...(userId === null && !isStaff && { guest: deps.newGuest() }),
    checkout: { id, orderId, note: contents.note, requireComplete },
    client,
  });
  return async (tx, isLinked) => {
    // waits for others that complete or change it
    const current = await tx.checkouts.get(id);
    if (current.version !== checkout.version) throw new StalePreparationError(`Checkout ${id} changed.`);
    const at = deps.clock.now();
    const cart = await lockCart(tx, checkout);
    const order = await placing(tx);
    const link =
      isLinked && mayLink(payer, order)
        ? await deps.createPaymentLink(payer, { payableId: orderId, isSent: false })(tx)
        : null;
    const ordered = Checkout.order(checkout, { orderId, paymentLinkId: link?.id ?? null }, at);
    await tx.checkouts.save(ordered);
    await tx.events.append(payer, checkoutUpdated(checkout, ordered));
    if (cart !== undefined) {
      const left = SavedCart.order(cart, contents, { orderId, at });
      await tx.carts.save(left);
      await tx.events.append(payer, cartUpdated(cart, left));
    }
    return order;
  };
};

/** @throws DomainError `invalid_state` for a cart that the checkout can no longer order. */
const lockCart = async (tx: CheckoutsTx, checkout: Checkout): Promise<SavedCart | undefined> => {
  const cart = checkout.cartId === null ? undefined : await tx.carts.lock(checkout.cartId);
  const error = Checkout.cartError(checkout, cart);
  if (error !== undefined) throw invalidState(`The cart ${error}. Create another checkout.`, 'incomplete');
  return cart;
};

/** A free order has nothing to pay. The staff needs the scope for links. */
const mayLink = (payer: Actor, order: Order): boolean =>
  Checkout.statusWith(order) === 'in_progress' &&
  (!isByStaff(payer) || accessLevelOf(payer, 'payments:write') === 'all');

const nothingToPay = (): DomainError =>
  invalid([{ path: ['payment_method'], code: 'any.unknown', message: 'must be omitted: nothing is to be paid' }]);

type Ordered = Readonly<{ command: Command; checkout: Checkout; orderId: OrderId }>;

/** Pays the order that the checkout has placed, without a payment by a link, unless it is paid or cancelled. */
const completeOrder = async (
  deps: Deps,
  actor: Actor,
  { command: { id, expectedTotal, payment: requested }, checkout: found, orderId }: Ordered,
): Promise<Work<ShownCheckout, CheckoutsTx>> => {
  const requirePayable: Work<ShownCheckout, CheckoutsTx> = async (tx) => {
    const shown = await shownNow(tx, actor, id);
    if (shown.status !== 'in_progress') throw invalidState(`The checkout is ${shown.status}.`, shown.status);
    if (expectedTotal !== undefined && shown.order !== undefined)
      requireSameTotal(Order.total(shown.order), expectedTotal);
    return shown;
  };
  const payer = withOrder(actor, orderId);
  if (requested === undefined) {
    return async (tx) => {
      const checkout = await tx.checkouts.get(id);
      const shown = await requirePayable(tx);
      if (shown.paymentLinkId !== null || shown.order === undefined || !mayLink(payer, shown.order)) return shown;
      const link = await deps.createPaymentLink(payer, { payableId: orderId, isSent: false })(tx);
      const linked = Checkout.link(checkout, link.id, deps.clock.now());
      await tx.checkouts.save(linked);
      await tx.events.append(payer, checkoutUpdated(checkout, linked));
      return shownNow(tx, actor, id);
    };
  }
  const isPayable = async () => (await deps.unitOfWork.run((tx) => shownNow(tx, actor, id))).status === 'in_progress';
  // nothing is saved for an order that is paid; a repeated request still finds the payment that it has begun
  const saving = requested.saving !== null && (await isPayable()) ? requested.saving : null;
  const payment = await paymentBy(deps, actor, { checkout: found, payment: { ...requested, saving } });
  // checked again where the payment begins
  const begin: StoreAndBegin = async (tx: CheckoutsTx, prepared) => {
    await requirePayable(tx);
    return deps.beginPayment(tx, Payable.getFor(tx, payer, orderId), prepared);
  };
  const paying = await deps.createPayment(payer, paymentOf(payment, orderId), begin);
  return async (tx) => {
    await paying(tx);
    return shownNow(tx, actor, id);
  };
};
