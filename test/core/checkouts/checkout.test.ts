import { expect } from 'chai';
import { CartContents } from '#core/carts/cart-contents.ts';
import { Checkout } from '#core/checkouts/checkout.ts';
import { missingDetails, missingWaiver } from '#core/checkouts/missing.ts';
import { EXPIRED } from '#core/orders/order-lifecycle.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import { anActor, aUser, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aCheckout, largestContents } from '../../support/builders/cart-builders.ts';
import { aGuestOrder } from '../../support/builders/order-builders.ts';

const DAY_SECONDS = 24 * 3_600;

const pathsOf = (errors: readonly FieldError[]): string[] => errors.map(({ path }) => path.join('/'));

describe('a checkout', () => {
  it('is ready or incomplete for a day, unless it is cancelled', () => {
    const checkout = aCheckout();
    const statusAt = (seconds: number, isReady: boolean) =>
      Checkout.statusBefore(checkout, { isReady, at: noonPlus(seconds) });
    expect([statusAt(0, true), statusAt(DAY_SECONDS - 1, false)]).to.deep.equal(['ready', 'incomplete']);
    expect(statusAt(DAY_SECONDS, true)).to.equal('expired');
    const cancelled = Checkout.cancel(checkout, NOON);
    expect(Checkout.statusBefore(cancelled, { isReady: true, at: noonPlus(2 * DAY_SECONDS) })).to.equal('cancelled');
  });

  it('follows its order', () => {
    const order = aGuestOrder();
    const statusOf = (state: object, cancelReason: string | null = null) =>
      Checkout.statusWith({ ...order, state: { ...order.state, ...state }, cancelReason });
    expect(statusOf({})).to.equal('in_progress');
    expect(statusOf({ payment: 'partially_paid' })).to.equal('in_progress');
    for (const payment of ['authorized', 'paid', 'partially_refunded', 'refunded'])
      expect(statusOf({ payment }), payment).to.equal('completed');
    expect(statusOf({ status: 'completed' })).to.equal('completed');
    expect(statusOf({ status: 'cancelled' })).to.equal('cancelled');
    expect(statusOf({ status: 'cancelled' }, EXPIRED)).to.equal('expired');
  });

  it('is changed until it has an order, is cancelled or has expired', () => {
    const checkout = aCheckout();
    const order = { orderId: ids.next('ord'), paymentLinkId: null };
    const change = { contents: checkout.contents, accepted: {}, returnUrl: undefined };
    for (const [ended, at] of [
      [Checkout.order(checkout, order, NOON), NOON],
      [Checkout.cancel(checkout, NOON), NOON],
      [checkout, noonPlus(DAY_SECONDS)],
    ] as const) {
      for (const attempt of [() => Checkout.change(ended, change, at), () => Checkout.cancel(ended, at)])
        expect(attempt).to.throw().that.includes({ code: 'invalid_state' });
    }
  });

  it('keeps since when something is accepted, until it is not any more', () => {
    const before = aCheckout({ accepted: { terms: true } });
    const accept = (checkout: Checkout, accepted: object, seconds: number) =>
      Checkout.change(checkout, { contents: checkout.contents, accepted, returnUrl: undefined }, noonPlus(seconds));
    const both = accept(before, { terms: true, withdrawal_waiver: true }, 1);
    expect(both.accepted).to.deep.equal({ terms: NOON, withdrawalWaiver: noonPlus(1) });
    expect(accept(both, {}, 2).accepted).to.deep.equal(both.accepted);
    expect(accept(both, { terms: false }, 2).accepted).to.deep.equal({ ...both.accepted, terms: null });
  });

  it('leaves what is personal to its order', () => {
    const checkout = aCheckout({ contents: largestContents() });
    const order = { orderId: ids.next('ord'), paymentLinkId: ids.next('plink') };
    const { contents, ...ordered } = Checkout.order(checkout, order, noonPlus(1));
    expect(ordered).to.include({ ...order, version: 2 });
    const { items, currency, shippingMethodId, discountCodes } = checkout.contents;
    expect(contents).to.deep.equal({ ...CartContents.of({}), items, currency, shippingMethodId, discountCodes });
  });
});

describe('what a checkout misses', () => {
  const RULES = { terms_page_url: 'https://shop.example/terms' };
  const customer = anActor(aUser());
  const staff = anActor(aUser({ role: 'staff' }));
  const contents = CartContents.of({ items: [{ product_id: ids.next('prod'), quantity: 1 }] });

  it('is items alone without any, and otherwise what the buyer gives and accepts', () => {
    expect(pathsOf(missingDetails(customer, aCheckout(), RULES))).to.deep.equal(['items']);
    const guests = aCheckout({ contents });
    expect(pathsOf(missingDetails(customer, guests, RULES))).to.deep.equal(['email', 'accepted/terms']);
    expect(pathsOf(missingDetails(customer, guests, { terms_page_url: null }))).to.deep.equal(['email']);
    const own = aCheckout({ contents, userId: ids.next('usr'), accepted: { terms: true } });
    expect(missingDetails(customer, own, RULES)).to.deep.equal([]);
    expect(missingDetails(staff, guests, RULES)).to.deep.equal([]);
  });

  it('is the waiver where the right of withdrawal from an item ends before its period', () => {
    const missing = (withdrawalExemption: 'digital_content' | 'service' | 'custom_made' | null, actor = customer) =>
      pathsOf(missingWaiver(actor, aCheckout(), [{ withdrawalExemption: null }, { withdrawalExemption }]));
    for (const exemption of ['digital_content', 'service'] as const)
      expect(missing(exemption)).to.deep.equal(['accepted/withdrawal_waiver']);
    for (const exemption of ['custom_made', null] as const) expect(missing(exemption)).to.deep.equal([]);
    expect(missing('service', staff)).to.deep.equal([]);
    const waived = aCheckout({ accepted: { withdrawal_waiver: true } });
    expect(missingWaiver(customer, waived, [{ withdrawalExemption: 'service' }])).to.deep.equal([]);
  });
});
