import { expect } from 'chai';
import fc from 'fast-check';
import { Invoice } from '#core/invoices/invoice.ts';
import { amountsOf, copyOfOrder, prepaidOf } from '#core/invoices/order-copy.ts';
import { documentOfInvoice, PrintedDocument } from '#core/invoices/printed-document.ts';
import { Order } from '#core/orders/order.ts';
import { isSettled, keptOf } from '#core/orders/order-amounts.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import { Money } from '#core/shared/money.ts';
import { ids, NOON } from '../../support/builders/builders.ts';
import { finalized } from '../../support/builders/invoice-builders.ts';
import { aChargedOrder, aFulfillment, dollars, shirts, timingAt } from '../../support/builders/order-builders.ts';

const timing = timingAt(NOON);

const STYLE = { language: 'en', timeZone: 'UTC', orderNumber: 1001, logo: null } as const;

/** The finalized invoice of an order, as it is finalized. */
const invoiceOf = (order: Order): Invoice => {
  const copy = copyOfOrder(order, { user: undefined, ids, language: 'en' });
  const other = { orderId: order.id, subscriptionId: null, fields: null, footer: null, dueAt: null, metadata: {} };
  const draft = Invoice.draft({ id: ids.next('inv'), ...copy, ...other }, NOON);
  return Invoice.followOrder(finalized({ ...draft, amountPrepaid: prepaidOf(order) }), amountsOf(order), NOON);
};

const printed = (order: Order) => documentOfInvoice(invoiceOf(order), STYLE);

/** An order of 4 shirts at 19.99 with shipping, a discount and tax. */
const charged = (): Order => {
  const [item] = aChargedOrder().items;
  return aChargedOrder({ items: [shirts({ ...item, quantity: 3, id: ids.next('item') }), shirts()] });
};

describe('invoices of orders', () => {
  it('show what was paid before, and no due date when that is all', () => {
    const order = charged();
    const total = Order.total(order);
    expect(printed(order)).to.deep.include({ amountPaid: dollars(0) });
    expect(printed(order).dueAt).to.be.an.instanceOf(Date);
    const part = printed(OrderMoney.pay(order, dollars(10), timing));
    expect(PrintedDocument.amountDue(part)).to.deep.equal(total.subtract(dollars(10)));
    const paid = OrderMoney.pay(order, total, timing);
    expect(printed(paid)).to.deep.include({ amountPaid: total, dueAt: null });
    // a credit note shows the refund
    expect(printed(OrderMoney.refund(paid, dollars(10), timing))).to.deep.include({ amountPaid: total, dueAt: null });
    const again = OrderMoney.refund(OrderMoney.pay(order, dollars(10), timing), dollars(10), timing);
    expect(printed(again)).to.deep.include({ amountPaid: dollars(0) });
  });

  it('have no line for an item that was cancelled', () => {
    const order = charged();
    const [, second] = order.items;
    if (second === undefined) throw new TypeError('The order has two items.');
    const cancellation = { itemId: second.id, quantity: second.quantity, isRefunded: true };
    const after = OrderChanges.cancelItem(order, cancellation, NOON);
    const invoice = invoiceOf(after);
    expect(invoice.lines.map(({ description }) => description)).to.deep.equal(['Linen shirt', 'Shipping: Standard']);
    expect(Invoice.total(invoice)).to.deep.equal(Order.total(after));
  });

  it('credit all of an order that is cancelled after a refund', () => {
    const order = charged();
    const paid = OrderMoney.pay(order, Order.total(order), timing);
    const cancelled = Order.cancel(OrderMoney.refund(paid, Order.total(order), timing), null, NOON);
    const after = Invoice.followOrder(invoiceOf(paid), amountsOf(cancelled), NOON);
    expect(after.amountCredited).to.deep.equal(Order.total(order));
    expect(after.status).to.equal('paid');
  });

  it('owe what their order owes, whatever happens to it', () => {
    const lives = fc.array(fc.nat(999_999), { minLength: 50, maxLength: 50 });
    fc.assert(fc.property(lives, followed), { numRuns: 300 });
  });
});

/** Follows an order by random steps, three of them before its invoice. */
const followed = (numbers: readonly number[]): void => {
  const left = [...numbers];
  const random = (): number => (left.shift() ?? 0) / 1_000_000;
  let order = charged();
  for (let step = 0; step < 3; step += 1) order = changed(order, random);
  let invoice = invoiceOf(order);
  for (let step = 0; step < 12; step += 1) {
    order = changed(order, random);
    const before = invoice;
    invoice = Invoice.followOrder(before, amountsOf(order), NOON);
    const outstanding = keptOf(order).subtract(Order.amountHeld(order));
    const owed = isSettled(order) || outstanding.isNegative ? dollars(0) : outstanding;
    expect(Invoice.amountDue(invoice)).to.deep.equal(owed);
    expect(invoice.status === 'paid').to.equal(owed.minor === 0n);
    const refunded = order.amountRefunded.subtract(before.amountRefunded);
    const credited = invoice.amountCredited.subtract(before.amountCredited);
    expect(credited.isNegative).to.equal(false);
    expect(invoice.amountCredited.compare(Invoice.total(invoice))).to.be.at.most(0);
    if (refunded.minor > 0n) expect(credited.compare(refunded)).to.be.at.most(0);
  }
};

/** A random step that the order allows, or the order as it is. */
const changed = (order: Order, random: () => number): Order => {
  const part = (amount: Money): Money =>
    Money.ofMinor(1n + BigInt(Math.floor(random() * Number(amount.minor))), amount.currency).min(amount);
  const due = Order.amountDue(order);
  const held = Order.amountHeld(order);
  const item = order.items[Math.floor(random() * order.items.length)];
  const kept = item === undefined ? 0 : item.quantity - item.returnedQuantity;
  const steps = [
    () => (due.minor > 0n ? OrderMoney.pay(order, random() < 0.5 ? due : part(due), timing) : order),
    () => (held.minor > 0n && Order.allows(order, 'refund') ? OrderMoney.refund(order, part(held), timing) : order),
    () => {
      const isLast = order.items.filter(({ quantity }) => quantity > 0).length === 1 && kept < 2;
      const isCancellable =
        Order.allows(order, 'cancel_item') && order.fulfillments.length === 0 && kept > 0 && !isLast;
      if (item === undefined || !isCancellable) return order;
      return OrderChanges.cancelItem(order, { itemId: item.id, quantity: 1, isRefunded: true }, NOON);
    },
    () => (Order.allows(order, 'fulfill') && order.fulfillments.length === 0 && random() < 0.3 ? sent(order) : order),
    () => {
      if (item === undefined || kept === 0 || order.fulfillments.length === 0) return order;
      const returned = { itemId: item.id, quantity: 1 };
      return OrderChanges.receiveReturn(order, { items: [returned], ...refundOf(order, returned) }, NOON);
    },
  ];
  return steps[Math.floor(random() * steps.length)]?.() ?? order;
};

const sent = (order: Order): Order => Order.fulfill(order, aFulfillment(order));

const refundOf = (order: Order, item: Parameters<typeof OrderChanges.returnItem>[1]) => ({
  refund: OrderChanges.returnItem(order, item).refund,
});
