import { expect } from 'chai';
import type { IdempotencyKey, IdempotencyRecord } from '#core/shared/idempotency.ts';
import type { Transaction } from '#core/storage.ts';
import { aProduct, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { type ClaimResult, outcomeOf } from './idempotency-claims.ts';
import { type OpenStorage, useStorage } from './storage-under-test.ts';

const LONG_AGO = noonPlus(-3600);

const RECORD: IdempotencyRecord = {
  fingerprint: 'a fingerprint',
  status: 201,
  headers: { Location: '/api/products/prod_1', ETag: '"1"' },
  body: '{"name":"𝒜 \\"quoted\\"",\n "price": 1.50}',
};

let requests = 0;

const aName = (): IdempotencyKey => {
  requests += 1;
  return { account: 'usr_1', operation: 'POST /api/products', key: `request ${requests}` };
};

/** `IdempotencyStore` and `IdempotencyQueries`. */
export const idempotencyStoreContract = (name: string, open: OpenStorage): void => {
  describe(`IdempotencyStore on ${name}`, () => {
    const storage = useStorage(open);

    const take = (request: IdempotencyKey, since = LONG_AGO): Promise<ClaimResult> =>
      outcomeOf(storage(), { request, since }, async () => {});

    /** Replays the stored response, or stores this one. */
    const claimAndComplete = (
      request: IdempotencyKey,
      response = RECORD,
      { at = NOON, since = LONG_AGO } = {},
    ): Promise<ClaimResult> =>
      outcomeOf(storage(), { request, since }, (tx) =>
        tx.idempotency.complete(request, { ...response, mentionedIds: [], at }),
      );

    it('reserves a key for one request until it ends or the time is over', async () => {
      const queries = storage().idempotencyQueries;
      const [request, other] = [aName(), aName()];
      const reserve = (key: IdempotencyKey, second: number) =>
        queries.reserve(key, { at: noonPlus(second), until: noonPlus(second + 60) });
      const results = await Promise.all(Array.from({ length: 5 }, () => reserve(request, 0)));
      expect(results.filter((isReserved) => isReserved)).to.have.length(1);
      expect(await reserve(other, 0)).to.equal(true);
      expect([await reserve(request, 59), await reserve(request, 60)]).to.deep.equal([false, true]);
      // the first one ended late
      await queries.release(request, noonPlus(60));
      expect(await reserve(request, 61)).to.equal(false);
      await queries.release(request, noonPlus(120));
      expect(await reserve(request, 62)).to.equal(true);
    });

    it('lets a new request begin', async () => {
      expect(await take(aName())).to.deep.equal({ kind: 'claimed' });
    });

    it('replays the first response byte for byte', async () => {
      const request = aName();
      expect(await claimAndComplete(request)).to.deep.equal({ kind: 'claimed' });
      const again = { ...RECORD, body: 'another' };
      for (let time = 0; time < 2; time += 1) {
        expect(await claimAndComplete(request, again)).to.deep.equal({ kind: 'completed', record: RECORD });
      }
    });

    it('stores a response without body or headers', async () => {
      const request = aName();
      const empty = { fingerprint: '', status: 204, headers: {}, body: '' };
      await claimAndComplete(request, empty);
      expect(await take(request)).to.deep.equal({ kind: 'completed', record: empty });
    });

    it('distinguishes account, operation and key', async () => {
      const request = aName();
      await claimAndComplete(request);
      for (const other of [
        { ...request, account: 'usr_2' },
        { ...request, operation: 'POST /api/orders' },
        { ...request, key: `${request.key}.` },
        { ...request, key: request.key.toUpperCase() },
      ]) {
        expect(await claimAndComplete(other, { ...RECORD, body: JSON.stringify(other) })).to.deep.equal({
          kind: 'claimed',
        });
      }
      expect(await take(request)).to.deep.equal({ kind: 'completed', record: RECORD });
    });

    it('lets a request begin again after a failed or incomplete transaction', async () => {
      const request = aName();
      const attempt = storage().unitOfWork.run(async (tx) => {
        await tx.idempotency.claim(request, LONG_AGO);
        await tx.idempotency.complete(request, { ...RECORD, mentionedIds: [], at: NOON });
        throw new Error('changed my mind');
      });
      await attempt.catch(() => {});
      expect(await take(request)).to.deep.equal({ kind: 'claimed' });
      expect(await take(request)).to.deep.equal({ kind: 'claimed' });
    });

    it('stores nothing of a transaction whose key was completed, although it did not wait', async () => {
      const request = aName();
      await claimAndComplete(request);
      const product = aProduct();
      const work = (tx: Transaction): Promise<void> => tx.products.add(product);
      const outcome = await outcomeOf(storage(), { request, since: LONG_AGO }, work);
      expect(outcome).to.deep.equal({ kind: 'completed', record: RECORD });
      expect(await storage().catalogQueries.findProduct(product.id, 'full')).to.equal(undefined);
    });

    it('ignores and replaces an expired record', async () => {
      const request = aName();
      const second = { ...RECORD, fingerprint: 'another', body: 'second' };
      await claimAndComplete(request, RECORD, { at: noonPlus(-10) });
      expect(await take(request, noonPlus(-10.001))).to.deep.equal({ kind: 'completed', record: RECORD });
      expect(await claimAndComplete(request, second, { since: noonPlus(-9) })).to.deep.equal({ kind: 'claimed' });
      expect(await take(request, noonPlus(-9))).to.deep.equal({ kind: 'completed', record: second });
    });

    it('lets one of several concurrent claims proceed', async () => {
      const request = aName();
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => claimAndComplete(request)));
      expect(outcomes.filter(({ kind }) => kind === 'claimed')).to.have.length(1);
      for (const outcome of outcomes) {
        if (outcome.kind === 'completed') expect(outcome.record).to.deep.equal(RECORD);
      }
      expect(await take(request)).to.deep.equal({ kind: 'completed', record: RECORD });
    });

    it('lets one of several concurrent claims replace an expired record', async () => {
      const request = aName();
      await claimAndComplete(request, RECORD, { at: noonPlus(-10) });
      const since = noonPlus(-9);
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => claimAndComplete(request, RECORD, { since })),
      );
      expect(outcomes.filter(({ kind }) => kind === 'claimed')).to.have.length(1);
    });

    it('removes records before a time and counts them', async () => {
      const { idempotencyQueries } = storage();
      const [oldest, old, young] = [aName(), aName(), aName()];
      for (const [request, seconds] of [
        [oldest, -3000],
        [old, -2000.001],
        [young, -2000],
      ] as const) {
        await claimAndComplete(request, RECORD, { at: noonPlus(seconds) });
      }
      expect(await idempotencyQueries.removeBefore(noonPlus(-2000))).to.equal(2);
      expect(await idempotencyQueries.removeBefore(noonPlus(-2000))).to.equal(0);
      for (const request of [oldest, old]) expect(await take(request)).to.deep.equal({ kind: 'claimed' });
      expect(await take(young)).to.deep.equal({ kind: 'completed', record: RECORD });
    });

    it('erases a user: removes the user’s own records and empties others that mention the user or their orders', async () => {
      const [erased, other] = [ids.next('usr'), ids.next('usr')];
      const order = ids.next('ord');
      const [own, telling, silent] = [{ ...aName(), account: erased }, aName(), aName()];
      const tellingOfOrder = aName();
      const keep = (request: IdempotencyKey, mentionedIds: string[]) =>
        outcomeOf(storage(), { request, since: LONG_AGO }, (tx) =>
          tx.idempotency.complete(request, { ...RECORD, mentionedIds, at: NOON }),
        );
      await keep(own, []);
      await keep(telling, [other, erased]);
      await keep(tellingOfOrder, [order, other]);
      await keep(silent, [other, ids.next('ord')]);
      await storage().unitOfWork.run((tx) => tx.idempotency.erase(erased, [ids.next('ord'), order]));
      expect(await take(own)).to.deep.equal({ kind: 'claimed' });
      for (const request of [telling, tellingOfOrder]) {
        expect(await take(request)).to.deep.equal({ kind: 'completed', record: { ...RECORD, body: null } });
      }
      expect(await take(silent)).to.deep.equal({ kind: 'completed', record: RECORD });
    });

    it('empties records that mention any of several ids, and no others', async () => {
      const erased = ids.next('usr');
      const orders = Array.from({ length: 100 }, () => ids.next('ord'));
      const [otherOrders, ofNobody] = [Array.from({ length: 100 }, () => ids.next('ord')), aName()];
      const [ofOne, ofAll, ofOthers] = [aName(), aName(), aName()];
      const keep = (request: IdempotencyKey, some: readonly string[]) =>
        outcomeOf(storage(), { request, since: LONG_AGO }, (tx) =>
          tx.idempotency.complete(request, { ...RECORD, mentionedIds: some, at: NOON }),
        );
      await keep(ofOne, [...otherOrders, ...orders.slice(99)]);
      await keep(ofAll, [...orders, ...orders, erased]);
      await keep(ofOthers, otherOrders);
      await keep(ofNobody, []);
      await storage().unitOfWork.dryRun((tx) => tx.idempotency.erase(erased, orders));
      expect(await take(ofOne)).to.deep.equal({ kind: 'completed', record: RECORD });
      await storage().unitOfWork.run((tx) => tx.idempotency.erase(erased, []));
      expect(await take(ofOne)).to.deep.equal({ kind: 'completed', record: RECORD });
      expect(await take(ofAll)).to.deep.equal({ kind: 'completed', record: { ...RECORD, body: null } });
      await storage().unitOfWork.run((tx) => tx.idempotency.erase(ids.next('usr'), orders));
      expect(await take(ofOne)).to.deep.equal({ kind: 'completed', record: { ...RECORD, body: null } });
      for (const request of [ofOthers, ofNobody]) {
        expect(await take(request)).to.deep.equal({ kind: 'completed', record: RECORD });
      }
    });
  });
};
