import { expect } from 'chai';
import { migrate } from '#adapters/postgres/migrations/migrate.ts';
import { toLedgerEntryRows } from '#adapters/postgres/tables/ledger-entries.ts';
import { toOrderRow } from '#adapters/postgres/tables/orders.ts';
import { toPaymentOperationRow } from '#adapters/postgres/tables/payment-operations.ts';
import { toPaymentRow } from '#adapters/postgres/tables/payments.ts';
import type { Order } from '#core/orders/order.ts';
import { orderView } from '#core/orders/order-view.ts';
import type { Payment } from '#core/payments/payment.ts';
import type { PaymentOperation } from '#core/payments/payment-operation.ts';
import { paymentView } from '#core/payments/payment-view.ts';
import { NOON } from '../support/builders.ts';
import { insertRows, openDatabaseAt } from '../support/former-schema.ts';
import { SHIRT } from '../support/listed-orders.ts';
import { aGuestOrder, applyHistory, everyHistory, shirts } from '../support/order-builders.ts';
import { anOperation, everyPaymentRow, movementsOf } from '../support/payment-rows.ts';
import { urlOf } from '../support/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../support/postgres-storage.ts';

/** The columns that the former schema had instead of rows of `order_items`. */
const formerOrderRow = (order: Order): object => ({
  ...toOrderRow(order),
  payment_status: order.state.payment === 'partially_paid' ? 'unpaid' : order.state.payment,
  items: orderView(order).items,
  from_stock: order.items.filter(({ isFromStock }) => isFromStock).map(({ productId }) => productId),
});

const productRowsOf = ({ id, items, createdAt }: Order): object[] =>
  items.map(({ productId }) => ({ product_id: productId, created_at: createdAt, order_id: id }));

const formerPaymentRow = (payment: Payment): object => {
  const { is_overpayment, next_check_at, check_count, payable_id, ...row } = toPaymentRow(payment);
  return { ...row, order_id: payable_id, is_surplus: is_overpayment, check_at: next_check_at, checks: check_count };
};

const formerOperationRow = (operation: PaymentOperation): object => {
  const { idempotency_key, ...row } = toPaymentOperationRow(operation);
  return { ...row, request_name: idempotency_key };
};

/** Orders in every state, and the open ones also while they are being cancelled. */
const everyOrder = (): Order[] => {
  const placed = () =>
    aGuestOrder({ items: [shirts({ isFromStock: true, productId: SHIRT }), shirts({ sku: 'S-1' })] });
  const orders = everyHistory().map((history) => applyHistory(placed(), history));
  const cancelling = orders
    .filter(({ state }) => state.status === 'open')
    .map((order) => ({ ...order, ...withNewIds(placed()), cancellingSince: NOON }));
  return [...orders, ...cancelling];
};

const withNewIds = ({ id, number }: Order) => ({ id, number });

describe('an upgrade of a database whose orders have their items as JSON', () => {
  const name = `test_${process.pid}_upgrade_orders`;
  const orders = everyOrder();
  const payments = everyPaymentRow((index) => ({ isOverpayment: index % 3 === 0, checkCount: index }));
  const [first] = payments;
  if (first === undefined) throw new TypeError('There are payments.');
  const operation = anOperation(first, { idempotency: { key: 'usr_1 a-key', fingerprint: 'f' } });
  let storage: PostgresStorage;

  before(async () => {
    const database = await openDatabaseAt(name, '20261126-delivery-removal');
    await insertRows(database, {
      orders: orders.map(formerOrderRow),
      order_products: orders.flatMap(productRowsOf),
      payments: payments.map(formerPaymentRow),
      payment_operations: [formerOperationRow(operation)],
      ledger_entries: payments.flatMap((payment) =>
        movementsOf(payment).flatMap((movement) =>
          toLedgerEntryRows(movement, payment.amount.currency).map(({ payable_id, ...row }) => ({
            ...row,
            order_id: payable_id,
          })),
        ),
      ),
      gateway_callbacks: [{ gateway: 'sandbox', id: 'evt_1', created_at: NOON }],
    });
    await migrate(database);
    await database.close();
    storage = await connectPostgresStorage(urlOf(name));
  });
  after(() => storage.close());

  it('reads every order with its items', async () => {
    for (const order of orders) {
      expect(await storage.unitOfWork.run((tx) => tx.orders.get(order.id))).to.deep.equal(order);
    }
  });

  it('shows the items, amount due and actions of every order', async () => {
    for (const order of orders) {
      const found = await storage.orderQueries.find(order.id);
      expect(JSON.parse(found?.view ?? 'null'), JSON.stringify(order.state)).to.deep.equal(orderView(order));
    }
  });

  it('lists the orders of a product', async () => {
    const filter = { product_id: SHIRT };
    const { total } = await storage.orderQueries.list({ filter, page: { limit: 1, includeTotal: true } });
    expect(total).to.equal(orders.length);
  });

  it('reads every payment and shows its actions', async () => {
    for (const payment of payments) {
      expect(await storage.unitOfWork.run((tx) => tx.payments.get(payment.id))).to.deep.equal(payment);
      const found = await storage.paymentQueries.find(payment.id);
      expect(JSON.parse(found?.view ?? 'null')).to.deep.equal(paymentView(payment));
    }
  });

  it('finds operations by their idempotency key, and gateway webhooks', async () => {
    await storage.unitOfWork.run(async (tx) => {
      expect(await tx.payments.findOperationByKey('usr_1 a-key', NOON)).to.deep.equal(operation);
      expect(await tx.payments.isKnownGatewayWebhook('sandbox', 'evt_1')).to.equal(true);
    });
  });

  it('reports the discrepancies of the ledger', async () => {
    const paid = orders.filter(({ amountPaid }) => amountPaid.minor > 0n);
    expect(await storage.ledgerQueries.discrepancies()).to.have.deep.members(
      paid.map(({ id }) => ({ id, discrepancy: 'the order differs from its movements' })),
    );
  });

  it('stores new orders', async () => {
    const order = aGuestOrder();
    await storage.unitOfWork.run((tx) => tx.orders.add(order, []));
    expect(await storage.unitOfWork.run((tx) => tx.orders.find(order.id))).to.deep.equal(order);
  });
});
