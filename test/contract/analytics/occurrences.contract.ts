import { expect } from 'chai';
import type { Occurrence } from '#core/analytics/occurrence.ts';
import { makeCountOccurrences } from '#core/analytics/use-cases/count-occurrences.ts';
import { makeReportBusiness } from '#core/analytics/use-cases/report-business.ts';
import { makeReportUsers } from '#core/analytics/use-cases/report-users.ts';
import type { Product } from '#core/catalog/product.ts';
import type { Work } from '#core/storage.ts';
import { aProduct, aSession, aUser, changed, NOON, noonPlus } from '../../support/builders/builders.ts';
import { reportDeps } from '../../support/builders/counted-figures.ts';
import { deliveriesOn } from '../../support/builders/deliveries-on.ts';
import { rebuildFigures } from '../../support/builders/figures.ts';
import { aResult, FAILED, retryAt, SUCCEEDED } from '../../support/builders/webhook-builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const LATER = noonPlus(60);

const STOCK_OUT: Occurrence = { kind: 'stock_out', at: LATER };

const FAILED_WEBHOOK: Occurrence = { kind: 'failed_webhook', at: LATER };

/** What is counted once, and `AnalyticsRepository.takeOccurrences`. */
export const occurrencesContract = (name: string, open: OpenStorage): void => {
  describe(`occurrences on ${name}`, () => {
    describe('are recorded', () => recordedContract(useStorage(open)));
    describe('are counted', () => countedContract(useStorage(open)));
  });
};

type Storage = ReturnType<typeof useStorage>;

const recordedContract = (storage: Storage): void => {
  const { queue, withDeliveries, disableAndFail } = deliveriesOn(storage);
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
  const take = (limit = 100) => run((tx) => tx.analytics.takeOccurrences(limit));

  const stocked = async (...stocks: readonly (number | null)[]): Promise<readonly Product[]> => {
    const products = stocks.map((stock) => aProduct({ stock }));
    await run((tx) => tx.products.addMany(products));
    return products;
  };

  const adjust = (products: readonly Product[], delta: number) =>
    run((tx) =>
      tx.products.adjustStock(
        products.map(({ id: productId }) => ({ productId, delta })),
        LATER,
      ),
    );

  it('when a session is added, unless it is undone', async () => {
    const user = aUser();
    await run((tx) => tx.users.add(user));
    const sessions = [aSession(user), aSession(user, LATER), aSession(user)].map(({ session }) => session);
    const [first, second, third] = sessions as [(typeof sessions)[0], (typeof sessions)[0], (typeof sessions)[0]];
    await run(async (tx) => {
      await tx.sessions.add(first);
      await tx.sessions.add(second);
    });
    await storage().unitOfWork.dryRun((tx) => tx.sessions.add(third));
    await run((tx) => tx.sessions.remove(first.id));
    expect(await take()).to.have.deep.members([
      { kind: 'sign_in', at: NOON },
      { kind: 'sign_in', at: LATER },
    ]);
    expect(await take()).to.deep.equal([]);
  });

  it('for each product that an adjustment sells out, and again after it was in stock', async () => {
    const products = await stocked(3, 3, 4, 2, 0, null);
    await adjust(products, -3);
    expect(await take()).to.deep.equal([STOCK_OUT, STOCK_OUT]);
    const [first] = products.slice(0, 1);
    await adjust(products.slice(0, 1), 1);
    await adjust(products.slice(0, 1), -1);
    expect(first && (await run((tx) => tx.products.get(first.id))).stock).to.equal(0);
    expect(await take()).to.deep.equal([STOCK_OUT]);
  });

  it('for each product that is saved with a stock of 0, if it had any', async () => {
    const [one, two, none, untracked, removed] = (await stocked(3, 4, 0, null, 5)) as Product[];
    const soldOut = (product: Product | undefined) => changed(product as Product, { stock: 0 }, { at: LATER });
    await run((tx) => tx.products.save(soldOut(one)));
    expect(await take()).to.deep.equal([STOCK_OUT]);
    await run((tx) => tx.products.saveMany([soldOut(two), soldOut(none), soldOut(untracked)]));
    expect(await take()).to.deep.equal([STOCK_OUT]);
    await run((tx) => tx.products.save(changed(removed as Product, { stock: null })));
    await run((tx) => tx.products.remove((removed as Product).id));
    expect(await take()).to.deep.equal([]);
  });

  it('once if several take the last units', async () => {
    const [product] = await stocked(3);
    const buyers = Array.from({ length: 6 }, () => adjust([product as Product], -1));
    await Promise.all(buyers);
    expect(await take()).to.deep.equal([STOCK_OUT]);
  });

  it('when a delivery fails for good', async () => {
    const { endpoint, deliveries, first } = await withDeliveries(4);
    const outcomes = [FAILED, FAILED, SUCCEEDED, retryAt(LATER)];
    const results = deliveries.map((delivery, index) => aResult(delivery, outcomes[index]));
    await queue().record(endpoint.id, results, LATER);
    expect(await take()).to.deep.equal([FAILED_WEBHOOK, FAILED_WEBHOOK]);
    // an attempt that ends after the delivery failed
    await queue().record(endpoint.id, [aResult(first, FAILED)], LATER);
    expect(await take()).to.deep.equal([]);
    await run((tx) => tx.deliveries.retry(endpoint.id, first.id, NOON));
    expect(await take()).to.deep.equal([]);
    await queue().record(endpoint.id, [aResult(first, FAILED)], LATER);
    expect(await take()).to.deep.equal([FAILED_WEBHOOK]);
  });

  it('for each delivery that waits for a disabled endpoint', async () => {
    const { endpoint } = await withDeliveries(3);
    expect(await disableAndFail(endpoint.id, LATER)).to.equal(3);
    expect(await take(2)).to.deep.equal([FAILED_WEBHOOK, FAILED_WEBHOOK]);
    expect(await take(2)).to.deep.equal([FAILED_WEBHOOK]);
  });
};

const countedContract = (storage: Storage): void => {
  const user = aUser();
  before(() => storage().unitOfWork.run((tx) => tx.users.add(user)));

  const signIn = (...times: readonly string[]) =>
    storage().unitOfWork.run(async (tx) => {
      for (const time of times) await tx.sessions.add(aSession(user, new Date(time)).session);
    });

  const count = () => makeCountOccurrences(storage())();

  const signIns = async (request: Parameters<ReturnType<typeof makeReportUsers>>[0]) => {
    const { totals, series } = await makeReportUsers(reportDeps(storage()))(request);
    return { total: totals.sign_ins, series: series.map(({ sign_ins: each }) => each) };
  };

  it('by the intervals of every time zone', async () => {
    // midnight in Kathmandu is 18:15 in UTC
    await signIn('2026-10-01T18:14:59.999Z', '2026-10-01T18:15:00Z', '2026-10-02T18:14:00Z', '2026-10-02T18:15:00Z');
    expect(await count()).to.equal(4);
    expect(await count()).to.equal(0);
    const days = { from: '2026-10-01', to: '2026-10-04', interval: 'day' } as const;
    expect(await signIns({ ...days, timezone: 'Asia/Kathmandu' })).to.deep.equal({ total: 4, series: [1, 2, 1] });
    expect(await signIns({ ...days, timezone: 'UTC' })).to.deep.equal({ total: 4, series: [2, 2, 0] });
    expect(await signIns({ ...days, timezone: 'Europe/Berlin' })).to.deep.equal({ total: 4, series: [2, 2, 0] });
    const hours = { from: '2026-10-01T17:30:00Z', to: '2026-10-01T19:30:00Z', interval: 'hour' } as const;
    expect(await signIns({ ...hours, timezone: 'Asia/Kathmandu' })).to.deep.equal({ total: 2, series: [1, 1, 0] });
  });

  it('by quarter hours, each where it begins', async () => {
    await signIn('2026-09-01T12:01:00Z', '2026-09-01T12:16:00Z', '2026-09-01T12:31:00Z');
    await count();
    const part = { from: '2026-09-01T12:10:00Z', to: '2026-09-01T12:20:00Z' };
    expect((await signIns(part)).total).to.equal(1);
    expect((await signIns({ ...part, from: '2026-09-01T12:20:00Z', to: '2026-09-01T12:35:00Z' })).total).to.equal(1);
    expect((await signIns({ ...part, from: '2026-09-01T12:00:00Z' })).total).to.equal(2);
  });

  it('for all currencies, and stay as they are when figures are rebuilt', async () => {
    const product = aProduct({ stock: 1 });
    await storage().unitOfWork.run((tx) => tx.products.add(product));
    await storage().unitOfWork.run((tx) => tx.products.adjustStock([{ productId: product.id, delta: -1 }], NOON));
    await count();
    const report = async (currency?: string) => {
      const day = { from: '2026-11-20T11:00:00Z', to: '2026-11-20T13:00:00Z', interval: 'hour' } as const;
      const request = { ...day, ...(currency === undefined ? {} : { currency }) };
      const { totals, series } = await makeReportBusiness(reportDeps(storage()))(request);
      return { total: totals.stock_outs, series: series.map(({ stock_outs: each }) => each) };
    };
    const expected = { total: 1, series: [0, 1] };
    expect(await report()).to.deep.equal(expected);
    expect(await report('EUR')).to.deep.equal(expected);
    await rebuildFigures(storage());
    await rebuildFigures(storage());
    expect((await storage().analyticsQueries.generations()).map(({ status }) => status)).to.deep.equal(['current']);
    expect(await report()).to.deep.equal(expected);
  });

  it('each once while several count', async () => {
    const before = (await signIns({ from: '2026-08-01', to: '2026-08-02' })).total;
    const counters = Array.from({ length: 4 }, async () => {
      let counted = 0;
      for (let runs = 0; runs < 20; runs += 1) counted += await count();
      return counted;
    });
    for (let index = 0; index < 30; index += 1) await signIn(`2026-08-01T12:${10 + index}:00Z`, '2026-08-01T12:00:00Z');
    const counted = (await Promise.all(counters)).reduce((sum, each) => sum + each, 0);
    expect(counted + (await count())).to.equal(60);
    expect((await signIns({ from: '2026-08-01', to: '2026-08-02' })).total - before).to.equal(60);
  });
};
