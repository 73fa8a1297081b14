import { expect } from 'chai';
import { isInRanges } from '#adapters/system/address-ranges.ts';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import { ApiKey } from '#core/access/api-key.ts';
import { makeCredentialCache } from '#core/access/credential-cache.ts';
import { makeKeyVerifier } from '#core/access/key-verifier.ts';
import type { CredentialChange } from '#core/access/ports.ts';
import type { ProductFilter } from '#core/catalog/product-view.ts';
import { productUpdated } from '#core/catalog/records.ts';
import { Actor } from '#core/shared/actor.ts';
import { Json } from '#core/shared/page.ts';
import {
  aCategory,
  aKey,
  aProduct,
  aUser,
  changed,
  clockAtNoon,
  NOON,
  noonPlus,
} from '../../support/builders/builders.ts';
import { aGate } from '../../support/gate.ts';
import { shuffled } from '../../support/shuffled.ts';
import { recordedOutcomesContract } from '../payments/recorded-outcomes.contract.ts';
import { sharedDeliveriesContract } from '../webhooks/shared-deliveries.contract.ts';
import { type ClaimResult, outcomeOf } from './idempotency-claims.ts';
import { sharedOrdersContract } from './shared-orders.contract.ts';
import { sharedPaymentsContract } from './shared-payments.contract.ts';
import { sharedReferenceDataContract } from './shared-reference-data.contract.ts';
import { type OpenSharedStorage, type StorageUnderTest, useSharedStorage } from './storage-under-test.ts';

type Pair = () => readonly [StorageUnderTest, StorageUnderTest];

/** The additional contract of storage providers that several processes may share. */
export const sharedStorageContract = (name: string, open: OpenSharedStorage): void => {
  describe(`two processes on one ${name}`, () => {
    const pair = useSharedStorage(open);
    describe('that write', () => writingContract(pair));
    describe('that sell', () => sharedOrdersContract(pair));
    describe('that take payments', () => sharedPaymentsContract(pair));
    describe('that deliver webhooks', () => sharedDeliveriesContract(pair));
    describe('that record a capture', () => recordedOutcomesContract(pair));
    describe('that receive requests with one idempotency key', () => idempotencyContract(pair));
    describe('that cache credentials', () => credentialsContract(pair));
    describe('that cache reference data', () => sharedReferenceDataContract(pair));
  });
};

const writingContract = (pair: Pair): void => {
  /** The same call twenty times concurrently, alternating between the processes. */
  const twentyTimes = <T>(task: (storage: StorageUnderTest) => Promise<T>): Promise<PromiseSettledResult<T>[]> =>
    Promise.allSettled(Array.from({ length: 20 }, (_, index) => task(pair()[index % 2 === 0 ? 0 : 1])));

  const expectOneWinner = (outcomes: readonly PromiseSettledResult<unknown>[]): void => {
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(errors).to.have.length(19);
    for (const error of errors) expect(error).to.include({ kind: 'conflict', code: 'already_exists' });
  };

  it('see each other’s commits at once', async () => {
    const product = aProduct();
    await pair()[0].unitOfWork.run((tx) => tx.products.add(product));
    expect(await pair()[1].unitOfWork.run((tx) => tx.products.get(product.id))).to.deep.equal(product);
    expect((await pair()[1].catalogQueries.findProduct(product.id, 'public'))?.version).to.equal(1);
  });

  it('list each other’s commits at once, and each page as of one moment', async () => {
    const products = Array.from({ length: 3 }, () => aProduct({ price: 1, stock: 0, attributes: { race: 'list' } }));
    await pair()[0].unitOfWork.run(async (tx) => {
      for (const product of products) await tx.products.add(product);
    });
    type Item = { price: number; stock: number; version: number };
    const list = async (filter: ProductFilter): Promise<Item[]> => {
      const listing = { filter: { attributes: { race: 'list' }, ...filter }, visibility: 'full' } as const;
      const sort = { by: 'price', descending: true } as const;
      const { items } = await pair()[1].catalogQueries.listProducts({ ...listing, sort, page: { limit: 20 } });
      return items.map((item) => Json.parse(item) as Item);
    };
    let isWriting = true;
    const read = async (): Promise<void> => {
      while (isWriting) {
        for (const { price } of await list({ price_min: '5' })) expect(price).to.be.at.least(5);
        // all in one transaction
        const stocks = (await list({})).map(({ stock }) => stock);
        expect(stocks).to.deep.equal(Array.from(products, () => stocks[0]));
      }
    };
    const reading = Promise.all([read(), read(), read()]);
    let latest = products;
    for (let round = 1; round <= 200; round += 1) {
      latest = latest.map((product) => changed(product, { price: 1 + ((round * 7) % 10), stock: round }));
      await pair()[0].unitOfWork.run(async (tx) => {
        for (const product of latest) await tx.products.save(product);
      });
      if (round % 10 > 0) continue;
      expect((await list({})).map(({ version }) => version)).to.deep.equal(latest.map(({ version }) => version));
    }
    isWriting = false;
    await reading;
  });

  it('lose no change of one product and number its events without gaps', async () => {
    const product = aProduct({ stock: 0 });
    await pair()[0].unitOfWork.run((tx) => tx.products.add(product));
    await twentyTimes(({ unitOfWork }) =>
      unitOfWork.run(async (tx) => {
        const before = await tx.products.get(product.id);
        const after = changed(before, { stock: (before.stock ?? 0) + 1 });
        await tx.products.save(after);
        await tx.events.append(Actor.system, productUpdated(before, after));
      }),
    );
    expect((await pair()[1].unitOfWork.run((tx) => tx.products.get(product.id))).stock).to.equal(20);
    const events = await pair()[0].eventsOf(product.id);
    expect(events.map(({ sequence }) => sequence)).to.deep.equal(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('change several products in any order without deadlocks or lost changes', async () => {
    const products = Array.from({ length: 6 }, () => aProduct({ stock: 0 }));
    await pair()[0].unitOfWork.run(async (tx) => {
      for (const product of products) await tx.products.add(product);
    });
    const outcomes = await twentyTimes(({ unitOfWork }) => {
      const chosen = shuffled(products).slice(0, 3);
      return unitOfWork.run(async (tx) => {
        for (const { id } of chosen) {
          const product = await tx.products.get(id);
          await tx.products.save(changed(product, { stock: (product.stock ?? 0) + 1 }));
        }
      });
    });
    expect(outcomes.filter(({ status }) => status === 'rejected')).to.deep.equal([]);
    const stocks = await Promise.all(
      products.map(async ({ id }) => (await pair()[1].unitOfWork.run((tx) => tx.products.get(id))).stock ?? 0),
    );
    expect(stocks.reduce((sum, stock) => sum + stock, 0)).to.equal(60);
  });

  it('give a sku to one product', async () => {
    expectOneWinner(
      await twentyTimes(({ unitOfWork }) => unitOfWork.run((tx) => tx.products.add(aProduct({ sku: 'S' })))),
    );
  });

  it('create one user per e-mail', async () => {
    const emails = ['one@example.com', 'ONE@example.com', 'One@Example.com'];
    let turn = 0;
    const outcomes = await twentyTimes(({ unitOfWork }) => {
      turn += 1;
      const user = aUser({ email: emails[turn % 3] ?? '' });
      return unitOfWork.run((tx) => tx.users.add(user));
    });
    expectOneWinner(outcomes);
  });

  it('create one category per name', async () => {
    const outcomes = await twentyTimes(({ unitOfWork }) =>
      unitOfWork.run((tx) => tx.categories.ensure(aCategory('One'))),
    );
    const ensured = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.id : outcome.reason));
    expect(new Set(ensured).size).to.equal(1);
  });
};

const idempotencyContract = (pair: Pair): void => {
  const LONG_AGO = noonPlus(-3600);
  const RECORD = { fingerprint: 'f', status: 201, headers: {}, body: '{}' };
  const named = (key: string) => ({ account: 'usr_1', operation: 'POST /api/products', key });
  const take = (storage: StorageUnderTest, key: string, since = LONG_AGO): Promise<ClaimResult> =>
    outcomeOf(storage, { request: named(key), since }, async () => {});

  /** Runs a task while a transaction of the first process has claimed the key and not completed it. */
  const during = async (key: string, since: Date, task: () => Promise<void>): Promise<void> => {
    const [claimed, mayEnd] = [aGate(), aGate()];
    const work = pair()[0].unitOfWork.run(async (tx) => {
      await tx.idempotency.claim(named(key), since);
      // when this resolves, the key is claimed
      await tx.events.changedFields(aProduct().id, 0);
      claimed.open();
      await mayEnd.opened;
      await tx.idempotency.complete(named(key), { ...RECORD, mentionedIds: [], at: NOON });
    });
    await Promise.race([claimed.opened, work]);
    await task().finally(mayEnd.open);
    await work;
  };

  it('report `in_progress` while a transaction with the key runs anywhere, and replay its response afterwards', async () => {
    await during('first', LONG_AGO, async () => {
      for (const storage of pair()) expect(await take(storage, 'first')).to.deep.equal({ kind: 'running' });
      expect(await take(pair()[1], 'another')).to.deep.equal({ kind: 'claimed' });
    });
    for (const storage of pair())
      expect(await take(storage, 'first')).to.deep.equal({ kind: 'completed', record: RECORD });
  });

  it('report `in_progress` while an expired record is being replaced', async () => {
    const name = named('second');
    await pair()[0].unitOfWork.run(async (tx) => {
      await tx.idempotency.claim(name, LONG_AGO);
      await tx.idempotency.complete(name, { ...RECORD, body: 'too old', mentionedIds: [], at: noonPlus(-10) });
    });
    const since = noonPlus(-9);
    await during('second', since, async () => {
      for (const storage of pair()) expect(await take(storage, 'second', since)).to.deep.equal({ kind: 'running' });
    });
    expect(await take(pair()[1], 'second', since)).to.deep.equal({ kind: 'completed', record: RECORD });
  });
};

const credentialsContract = (pair: Pair): void => {
  const addKey = async () => {
    const user = aUser();
    const { key, token } = aKey(user);
    await pair()[0].unitOfWork.run(async (tx) => {
      await tx.users.add(user);
      await tx.apiKeys.add(key);
    });
    return { key, token, revoked: ApiKey.revoke(key, NOON) };
  };

  /** Resolves when the process is notified of the credential's change. */
  const untilNotified = (
    { credentialChanges }: StorageUnderTest,
    id: string,
    changes: CredentialChange[] = [],
  ): Promise<void> =>
    new Promise((resolve) => {
      credentialChanges.subscribe((change) => {
        changes.push(change);
        if (change.kind === 'changed' && change.id === id) resolve();
      });
    });

  it('are notified of each other’s commits, and of no rollback', async () => {
    const [{ unitOfWork }, other] = pair();
    const [undone, done] = [await addKey(), await addKey()];
    const changes: CredentialChange[] = [];
    const hearing = untilNotified(other, done.key.id, changes);
    await unitOfWork.dryRun((tx) => tx.apiKeys.save(undone.revoked));
    await unitOfWork.run((tx) => tx.apiKeys.save(done.revoked));
    await hearing;
    expect(changes).to.deep.equal([{ kind: 'changed', id: done.key.id }]);
  });

  it('reject a key that the other revoked', async () => {
    const [{ unitOfWork }, { credentialQueries, credentialChanges, ...other }] = pair();
    const { key, token, revoked } = await addKey();
    const clock = clockAtNoon();
    const credentials = makeCredentialCache({
      credentials: credentialQueries,
      changes: credentialChanges,
      systemClock: clock,
    });
    const verifier = makeKeyVerifier({ tokens: bearerTokens, credentials, isInRanges, systemClock: clock });
    expect((await verifier.verify(token, '203.0.113.7')).kind).to.equal('accepted');
    const hearing = untilNotified({ ...other, credentialQueries, credentialChanges }, key.id);
    await unitOfWork.run((tx) => tx.apiKeys.save(revoked));
    await hearing;
    expect(await verifier.verify(token, '203.0.113.7')).to.deep.equal({ kind: 'refused', reason: 'revoked' });
  });
};
