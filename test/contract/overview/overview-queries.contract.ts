import { expect } from 'chai';
import { Product } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import { Variant } from '#core/catalog/variant.ts';
import {
  COUNT_LIMIT,
  countedAt,
  OVERVIEW_COUNT_NAMES,
  OVERVIEW_COUNTS,
  type OverviewCountName,
} from '#core/overview/overview-counts.ts';
import { Payment } from '#core/payments/payment.ts';
import type { Page } from '#core/shared/page.ts';
import type { Transaction } from '#core/storage.ts';
import { Withdrawal } from '#core/withdrawals/withdrawal.ts';
import { aProduct, aUser, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aDraft, finalized } from '../../support/builders/invoice-builders.ts';
import { addListedOrders, matchesFilter } from '../../support/builders/listed-orders.ts';
import { aGuestOrder, dollars } from '../../support/builders/order-builders.ts';
import { aDispute, aPaidRow, beginRow } from '../../support/builders/payment-rows.ts';
import { aDelivery, anEndpoint, aResult, retryAt } from '../../support/builders/webhook-builders.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

/** `OverviewQueries`, and the lists that show what it counts. */
export const overviewQueriesContract = (name: string, open: OpenStorage): void => {
  describe(`OverviewQueries on ${name}`, () => {
    describe('of a shop with some of everything', () => countsContract(useStorage(open)));
    describe('of many orders', () => limitContract(useStorage(open)));
  });
};

const AT_NOON = { at: NOON, webhookOwnerId: undefined };

const PAGE = { limit: 1, includeTotal: true };

/** The number of items in the list of a count. */
const listed = async (storage: StorageUnderTest, name: OverviewCountName): Promise<number | undefined> => {
  const counted = OVERVIEW_COUNTS[name];
  const pages: Readonly<Record<(typeof counted)['list'], () => Promise<Page<unknown>>>> = {
    invoices: () => storage.invoiceQueries.list({ filter: OVERVIEW_COUNTS[name].filter as object, page: PAGE }),
    orders: () => storage.orderQueries.list({ filter: OVERVIEW_COUNTS[name].filter as object, page: PAGE }),
    payments: () => storage.paymentQueries.list({ filter: OVERVIEW_COUNTS[name].filter as object, page: PAGE }),
    withdrawals: () => storage.withdrawalQueries.list({ filter: countedAt(name, NOON).filter as object, page: PAGE }),
    webhooks: () => storage.webhookQueries.list({ filter: OVERVIEW_COUNTS[name].filter as object, page: PAGE }),
    products: () =>
      storage.catalogQueries.listProducts({
        filter: OVERVIEW_COUNTS[name].filter as object,
        page: PAGE,
        visibility: 'full',
      }),
  };
  return (await pages[counted.list]()).total;
};

const addFamily = async (
  tx: Transaction,
  parentFields: Partial<ProductFields>,
  variantFields: Partial<ProductFields>[],
) => {
  const parent = aProduct(parentFields);
  const variants = variantFields.map((fields, index) => ({
    ...aProduct({ ...fields, parent_id: parent.id, options: { size: String(index) } }),
    isParentActive: Product.isOnSale(parent),
  }));
  const shown = { ...parent, variants: variants.map(Variant.of) };
  for (const product of [shown, ...variants]) await tx.products.add(product);
};

/** Products of which seven families and products are low on stock. */
const addProducts = async (tx: Transaction): Promise<number> => {
  const single = (fields: Partial<ProductFields>): Promise<void> => addFamily(tx, fields, []);
  for (const stock of [0, 5]) await single({ stock });
  await single({ stock: 9, low_stock_threshold: 9 });
  await single({ stock: 0, low_stock_threshold: 0 });
  // not low, not tracked or not on sale
  for (const fields of [
    { stock: 6 },
    { stock: 5, low_stock_threshold: 4 },
    { stock: null },
    { low_stock_threshold: 9 },
  ]) {
    await single(fields);
  }
  for (const status of ['draft', 'archived'] as const) await single({ stock: 0, status });
  // several low variants are one product, whose own stock is not used
  await addFamily(tx, { stock: 0 }, [{ stock: 1 }, { stock: 2 }, { stock: 50 }]);
  await addFamily(tx, { stock: 99 }, [{ stock: 7, low_stock_threshold: 8 }]);
  await addFamily(tx, {}, [{ stock: 3 }]);
  await addFamily(tx, { stock: 0 }, [{ stock: 50 }, { stock: 0, status: 'archived' }]);
  await addFamily(tx, { status: 'draft' }, [{ stock: 0 }]);
  return 7;
};

const countsContract = (storage: () => StorageUnderTest): void => {
  const count = (name: OverviewCountName, owner?: ReturnType<typeof aUser>['id']): Promise<number> =>
    storage().overviewQueries.count(name, { at: NOON, webhookOwnerId: owner });

  it('are 0 without any resources', async () => {
    for (const name of OVERVIEW_COUNT_NAMES) expect(await count(name), name).to.equal(0);
  });

  it('count orders to fulfill and to pay', async () => {
    const orders = await storage().unitOfWork.run(addListedOrders);
    for (const name of ['orders_to_fulfill', 'orders_to_pay'] as const) {
      const expected = orders.filter((order) => matchesFilter(order, OVERVIEW_COUNTS[name].filter)).length;
      expect(expected, name).to.be.within(2, orders.length - 1);
      expect(await count(name), name).to.equal(expected);
      expect(await listed(storage(), name), name).to.equal(expected);
    }
  });

  const made = { items: null, note: null, orderId: null, userId: null, isVerified: false, client: null };
  const state = (): Withdrawal =>
    Withdrawal.state({ id: ids.next('wdr'), orderNumber: '1', name: 'Ada', email: 'ada@example.com', ...made }, NOON);

  it('count withdrawals that are not decided', async () => {
    const rejected = Withdrawal.reject(state(), { reason: 'rejected_by_shop', until: null }, NOON);
    await storage().unitOfWork.run(async (tx) => {
      for (const each of [state(), state(), { ...rejected, version: 1 }]) await tx.withdrawals.add(each);
    });
    expect(await count('withdrawals_to_decide')).to.equal(2);
    expect(await listed(storage(), 'withdrawals_to_decide')).to.equal(2);
  });

  it('count accepted withdrawals that must be refunded within 3 days, or should have been', async () => {
    const returnId = ids.next('ret');
    const accepted = (refundBy: Date, fields: Partial<Withdrawal> = {}): Withdrawal => ({
      ...Withdrawal.accept(state(), { items: [], until: null, refundBy, returnId }, NOON),
      ...{ version: 1, ...fields },
    });
    const inDays = (days: number): Date => noonPlus(days * 24 * 3_600);
    const late = noonPlus(-60);
    await storage().unitOfWork.run(async (tx) => {
      await tx.withdrawals.add(accepted(late));
      await tx.withdrawals.add(accepted(inDays(3)));
      await tx.withdrawals.add(accepted(new Date(inDays(3).getTime() + 1)));
      for (const status of ['completed', 'rejected'] as const) await tx.withdrawals.add(accepted(late, { status }));
    });
    expect(await count('withdrawals_to_refund')).to.equal(2);
    expect(await listed(storage(), 'withdrawals_to_refund')).to.equal(2);
    const later = { at: noonPlus(1), webhookOwnerId: undefined };
    expect(await storage().overviewQueries.count('withdrawals_to_refund', later)).to.equal(3);
  });

  it('count invoices with a file that fails', async () => {
    const [failing, rendered] = [ids.next('inv'), ids.next('inv')];
    await storage().unitOfWork.run(async (tx) => {
      for (const id of [failing, rendered]) {
        await tx.invoices.add(finalized(aDraft({ id })));
        await tx.invoices.requestFile(id);
      }
      await tx.invoices.postponeFile(failing, { retryAt: NOON, hasFailed: true });
    });
    expect(await count('invoices_needing_attention')).to.equal(1);
    expect(await listed(storage(), 'invoices_needing_attention')).to.equal(1);
  });

  it('count payments that need attention', async () => {
    const rows = [
      aPaidRow(),
      aPaidRow({ disputes: [aDispute()] }),
      aPaidRow({ hasFailedRefund: true }),
      aPaidRow({ isOverpayment: true }),
      aPaidRow({ isOverpayment: true, refunded: dollars(39.98) }),
      aPaidRow({ refunding: dollars(1), delay: 'unknown_outcome' }),
      aPaidRow({ refunding: dollars(1), delay: 'overdue_operation' }),
      aPaidRow({ hasDiscrepancy: true }),
    ];
    for (const row of rows) await storage().unitOfWork.run(beginRow(row));
    const expected = rows.filter((row) => Payment.attentionTo(row).length > 0).length;
    expect([expected, await count('payments_needing_attention')]).to.deep.equal([6, 6]);
    expect(await listed(storage(), 'payments_needing_attention')).to.equal(6);
  });

  it('count products on sale that are low on stock, by their threshold or 5, each once', async () => {
    const expected = await storage().unitOfWork.run(addProducts);
    expect(await count('products_low_on_stock')).to.equal(expected);
    expect(await listed(storage(), 'products_low_on_stock')).to.equal(expected);
    const page = { limit: 1, includeTotal: true };
    const others = { filter: { low_stock: false }, page, visibility: 'full' } as const;
    expect((await storage().catalogQueries.listProducts(others)).total).to.equal(8);
  });

  it('count webhooks that fail or were disabled other than by request, of all or of an owner', async () => {
    const { unitOfWork, deliveryQueue, webhookQueries } = storage();
    const owner = aUser({ role: 'owner' });
    const failing = anEndpoint({ ownerId: owner.id });
    const [received, recovered, reenabled, idle] = [anEndpoint(), anEndpoint(), anEndpoint(), anEndpoint()];
    const requested = anEndpoint({ enabled: false });
    const gone = { ...anEndpoint({ enabled: false }), disabledReason: 'gone' } as const;
    await unitOfWork.run(async (tx) => {
      await tx.users.add(owner);
      for (const endpoint of [failing, received, recovered, reenabled, idle, requested, gone]) {
        await tx.webhooks.add(endpoint);
      }
    });
    const attempt = async (endpoint: typeof failing, isSuccess: boolean, at = NOON): Promise<void> => {
      const delivery = aDelivery(endpoint);
      await deliveryQueue.add([delivery]);
      const outcome = isSuccess ? undefined : retryAt(noonPlus(60));
      await deliveryQueue.record(endpoint.id, [aResult(delivery, outcome, { at })], at);
    };
    for (const endpoint of [failing, recovered, reenabled]) await attempt(endpoint, false);
    for (const endpoint of [received, recovered]) await attempt(endpoint, true, noonPlus(1));
    const enabledAgain = { ...reenabled, version: 2, enabledAt: noonPlus(2) };
    await unitOfWork.run((tx) => tx.webhooks.save(enabledAgain));
    expect(await count('webhooks_needing_attention')).to.equal(2);
    expect(await listed(storage(), 'webhooks_needing_attention')).to.equal(2);
    expect(await count('webhooks_needing_attention', owner.id)).to.equal(1);
    expect(await count('webhooks_needing_attention', ids.next('usr'))).to.equal(0);
    const others = await webhookQueries.list({ filter: { needs_attention: false }, page: PAGE });
    expect(others.total).to.equal(5);
  });

  it('leave out what was rolled back', async () => {
    const before = await count('orders_to_pay');
    const work = async (tx: Transaction): Promise<void> => {
      await tx.orders.add(aGuestOrder(), []);
      throw new Error('rolled back');
    };
    const error: unknown = await storage()
      .unitOfWork.run(work)
      .catch((thrown: unknown) => thrown);
    expect(error).to.include({ message: 'rolled back' });
    expect(await count('orders_to_pay')).to.equal(before);
  });
};

const limitContract = (storage: () => StorageUnderTest): void => {
  it('stop at the limit', async () => {
    const counts: number[] = [];
    for (const added of [COUNT_LIMIT - 1, 1, 1]) {
      await storage().unitOfWork.run(async (tx) => {
        for (let index = 0; index < added; index += 1) await tx.orders.add(aGuestOrder(), []);
      });
      counts.push(await storage().overviewQueries.count('orders_to_pay', AT_NOON));
    }
    expect(counts).to.deep.equal([COUNT_LIMIT - 1, COUNT_LIMIT, COUNT_LIMIT]);
  });
};
