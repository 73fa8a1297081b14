import { expect } from 'chai';
import { Invoice } from '#core/invoices/invoice.ts';
import { Order } from '#core/orders/order.ts';
import { OrderSums } from '#core/orders/order-charges.ts';
import { sumOfMovements } from '#core/payments/ledger.ts';
import type { GrowingPast } from '#demo-shop/year/past.ts';
import { NOON } from '../support/builders/builders.ts';
import { aYear, makeYear } from '../support/seeding/demo-year.ts';

const TODAY = new Date('2026-11-20T00:00:00.000Z');

/** What does not depend on ids. */
const figuresOf = ({ orders, operations, users, movements, invoices, subscriptions }: GrowingPast) => ({
  invoices: invoices.map((invoice) => [invoice.status, Invoice.total(invoice).toDecimal(), invoice.finalizedAt]),
  subscriptions: subscriptions.map(({ status, period, version, createdAt }) => ({
    status,
    period,
    version,
    createdAt,
  })),
  orders: orders.map((order) => ({
    ...{ number: order.number, state: order.state, email: order.email, version: order.version },
    ...{ createdAt: order.createdAt, updatedAt: order.updatedAt, expiresAt: order.expiresAt },
    total: Order.total(order).toDecimal(),
    tax: OrderSums.of(order).tax.toDecimal(),
    items: order.items.map(({ sku, quantity, unitPrice }) => [sku, quantity, unitPrice.toDecimal()]),
  })),
  operations: operations.map(({ kind, status, amount, failure, createdAt, updatedAt }) => ({
    ...{ kind, status, failure, createdAt, updatedAt },
    amount: amount.toDecimal(),
  })),
  users: users.map(({ email, name, createdAt, emailVerifiedAt }) => ({ email, name, createdAt, emailVerifiedAt })),
  movements: movements.map(({ kind, debit, credit, at }) => ({ kind, debit, credit, at })),
});

describe('a year of the demo shop', () => {
  let year: GrowingPast;
  before(async () => {
    year = await makeYear(aYear({ orders: 1_500 }));
  });

  it('is the same for the same seed on the same day', async () => {
    const settings = aYear({ orders: 150 });
    const figures = figuresOf(await makeYear(settings));
    expect(figuresOf(await makeYear(settings))).to.deep.equal(figures);
    const evening = new Date(NOON.getTime() + 11.5 * 3_600_000);
    expect(figuresOf(await makeYear({ ...settings, now: evening }))).to.deep.equal(figures);
    expect(figuresOf(await makeYear({ ...settings, seed: 8 }))).not.to.deep.equal(figures);
  });

  it('has orders in every state that a shop has, most of them completed', () => {
    const states = Map.groupBy(year.orders, ({ state }) => `${state.status} ${state.payment}`);
    expect([...states.keys()].sort()).to.include.members([
      'cancelled refunded',
      'cancelled unpaid',
      'completed paid',
      'completed partially_refunded',
      'completed refunded',
      'open paid',
    ]);
    expect(states.get('completed paid')?.length).to.be.greaterThan(1_200);
    const reasons = new Set(year.orders.map(({ cancelReason }) => cancelReason));
    expect([...reasons]).to.include.members(['expired', 'Ordered by mistake']);
  });

  it('has taxes of several countries, shipping, and discounts by code and automatic ones', () => {
    const countries = new Set(year.orders.map(({ shippingAddress }) => shippingAddress?.country));
    expect(countries.size).to.be.greaterThan(6);
    const rates = new Set(year.orders.flatMap(({ items }) => items.flatMap(({ tax }) => tax?.rate ?? [])));
    expect(rates.size).to.be.greaterThan(6);
    const discounts = new Set(year.orders.flatMap(({ charges }) => charges.discounts.map(({ name }) => name)));
    expect([...discounts].sort()).to.deep.equal(['Black Friday', 'Free shipping', 'Summer sale', 'Welcome']);
    const shipping = new Set(year.orders.flatMap(({ charges }) => charges.shippingLines.map(({ name }) => name)));
    expect([...shipping].sort()).to.deep.equal(['Express', 'International', 'Standard']);
  });

  it('has returning users and guests', () => {
    const orders = Map.groupBy(year.orders, ({ email }) => email);
    orders.delete(null);
    const returning = [...orders.values()].filter(({ length }) => length > 1);
    expect(returning.length).to.be.greaterThan(100);
    expect(returning.some(([first]) => first?.userId === null)).to.equal(true);
    expect(returning.some(([first]) => first?.userId !== null)).to.equal(true);
    for (const same of orders.values()) expect(new Set(same.map(({ userId }) => userId)).size).to.equal(1);
  });

  it('has users who signed up before they ordered, and users who never ordered', () => {
    const created = new Map(year.users.map(({ id, createdAt }) => [id, createdAt.getTime()]));
    expect(created.size).to.equal(year.users.length);
    for (const { userId, createdAt } of year.orders) {
      if (userId !== null) expect(created.get(userId)).to.be.lessThan(createdAt.getTime());
    }
    const buyers = new Set(year.orders.map(({ userId }) => userId));
    expect(year.users.some(({ id }) => !buyers.has(id))).to.equal(true);
  });

  it('has declined payments for several reasons, and payments through two gateways', () => {
    const codes = new Set(year.operations.flatMap(({ failure }) => failure?.code ?? []));
    expect([...codes]).to.include.members(['insufficient_funds', 'generic_decline', 'authentication_failed']);
    const gateways = new Set(year.payments.map(({ gateway }) => gateway));
    expect([...gateways].sort()).to.deep.equal(['manual', 'sandbox']);
  });

  it('has refunds of items and of amounts, disputes, and returns in every status', () => {
    const refunds = year.operations.filter(({ kind }) => kind === 'refund');
    expect(refunds.some(({ refunded }) => refunded !== null)).to.equal(true);
    expect(refunds.some(({ refunded }) => refunded === null)).to.equal(true);
    const statuses = new Set(year.returns.map(({ status }) => status));
    expect([...statuses].sort()).to.deep.equal(['approved', 'received', 'rejected', 'requested']);
    expect(year.orders.every(({ refundDue }) => refundDue.minor === 0n)).to.equal(true);
    const kinds = new Set(year.movements.map(({ kind }) => kind));
    expect([...kinds]).to.include.members(['capture', 'refund', 'dispute']);
    expect(year.operations.some(({ kind }) => kind === 'capture')).to.equal(true);
  });

  it('has subscriptions to several plans, whose invoices are paid', () => {
    expect(year.subscriptions.length).to.be.within(10, 40);
    const statuses = new Set(year.subscriptions.map(({ status }) => status));
    expect([...statuses]).to.include.members(['active', 'cancelled']);
    expect(new Set(year.subscriptions.map(({ plan }) => plan.planId)).size).to.be.greaterThan(3);
    const paid = year.invoices.filter(({ status }) => status === 'paid');
    expect(paid.length).to.be.greaterThan(30);
    const byInvoice = Map.groupBy(year.movements, ({ payableId }) => payableId);
    for (const { id, amountPaid } of paid) {
      expect(sumOfMovements(byInvoice.get(id) ?? [], 'captured')).to.equal(amountPaid.minor);
    }
    const times = year.invoices.flatMap(({ finalizedAt }) => finalizedAt?.getTime() ?? []);
    expect(times).to.deep.equal(times.toSorted((a, b) => a - b));
  });

  it('has movements that lead to the MRR of each subscription', () => {
    const bySubscription = Map.groupBy(year.subscriptionMovements, ({ subscriptionId }) => subscriptionId);
    for (const { id, status } of year.subscriptions) {
      const movements = bySubscription.get(id) ?? [];
      const sum = movements.reduce((total, { amount }) => total + amount.minor, 0n);
      expect(movements.at(-1)?.mrr.minor).to.equal(sum);
      expect(sum > 0n).to.equal(status === 'active' || status === 'past_due');
    }
  });

  it('has moved exactly what its orders and payments say', () => {
    const byOrder = Map.groupBy(year.movements, ({ payableId }) => payableId);
    for (const order of year.orders) {
      const moved = byOrder.get(order.id) ?? [];
      expect(sumOfMovements(moved, 'captured')).to.equal(order.amountPaid.minor);
      expect(sumOfMovements(moved, 'refunded')).to.equal(order.amountRefunded.minor);
    }
    const byPayment = Map.groupBy(year.movements, ({ paymentId }) => paymentId);
    for (const { id, captured, refunded } of year.payments) {
      const moved = byPayment.get(id) ?? [];
      expect(sumOfMovements(moved, 'captured')).to.equal(captured.minor);
      expect(sumOfMovements(moved, 'refunded')).to.equal(refunded.minor);
    }
  });

  it('happened before today and one thing after another', () => {
    const orders = new Map(year.orders.map((order) => [order.id as string, order]));
    const resources = [...year.orders, ...year.payments, ...year.subscriptions, ...year.invoices, ...year.returns];
    for (const { createdAt, updatedAt, version } of resources) {
      expect(createdAt <= updatedAt && updatedAt < TODAY).to.equal(true);
      expect(version).to.be.greaterThan(0);
    }
    for (const { payableId, createdAt } of year.payments) {
      if (payableId.startsWith('ord_')) expect(createdAt >= (orders.get(payableId)?.createdAt ?? TODAY)).to.equal(true);
    }
    for (const [, entries] of Map.groupBy(year.orderEntries, ({ orderId }) => orderId)) {
      const times = entries.map(({ at }) => at.getTime());
      expect(times).to.deep.equal(times.toSorted((a, b) => a - b));
      expect(times.at(-1)).to.be.lessThan(TODAY.getTime());
    }
  });
});
