import { expect } from 'chai';
import { Client } from 'pg';
import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import {
  ASSIGN_USER,
  CLAIM,
  COUNT_USES,
  ERASE_CUSTOMER,
  LOCK_CUSTOMER,
  RELEASE,
  SHARE_CLAIMED,
  SHARE_RELEASED,
} from '#adapters/postgres/pricing/discount-use-statements.ts';
import { discountPage } from '#adapters/postgres/pricing/pricing-queries.ts';
import { FIND_OVERLAPPING } from '#adapters/postgres/pricing/tax-rate-repository.ts';
import { Discount } from '#core/pricing/discount.ts';
import type { Id } from '#core/shared/id.ts';
import { ids, NOON, noonPlus, USD } from '../../support/builders/builders.ts';
import { scannedTables } from '../../support/builders/plans.ts';
import { aDiscount } from '../../support/builders/pricing-builders.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../../support/servers/postgres-storage.ts';

describe('uses of discounts on PostgreSQL', () => {
  let url: string;
  let processes: readonly PostgresStorage[];

  before(async () => {
    url = await createDatabase();
    processes = [await connectPostgresStorage(url), await connectPostgresStorage(url)];
  });
  after(() => Promise.all(processes.map((storage) => storage.close())));

  const processAt = (index: number): PostgresStorage => processes[index % processes.length] as PostgresStorage;

  const added = async (fields: object): Promise<Discount> => {
    const discount = aDiscount(fields);
    await processAt(0).unitOfWork.run((tx) => tx.discounts.add(discount));
    return discount;
  };

  /** Whether an order gets its uses; a refused one stores nothing. */
  const buy = async (index: number, discounts: readonly Discount[], usedBy: Id<'ord'> = ids.next('ord')) => {
    const uses = discounts.map(({ id }) => ({ discountId: id, maxUsesPerCustomer: null }));
    const order = { usedBy, customerKey: `buyer-${index}@example.com` };
    const attempt = processAt(index).unitOfWork.run(async (tx) => {
      if ((await tx.discounts.claim(uses, order)).length > 0) throw new Error('refused');
    });
    return attempt.then(
      () => usedBy,
      (error: Error) => {
        expect(error.message).to.equal('refused');
        return undefined;
      },
    );
  };

  const state = async ({ id }: Discount) => {
    const query = `select remaining, (select count(*)::integer from discount_uses where discount_id = id) as uses
      from discounts where id = $1`;
    const [row] = await processAt(0).database.query<{ remaining: number; uses: number }>({ text: query, values: [id] });
    return row;
  };

  it('grant 7 uses to exactly 7 of 40 buyers of two processes', async () => {
    const discount = await added({ max_uses: 7 });
    const orders = await Promise.all(Array.from({ length: 40 }, (_, index) => buy(index, [discount])));
    expect(orders.filter((order) => order !== undefined)).to.have.length(7);
    expect(await state(discount)).to.deep.equal({ remaining: 0, uses: 7 });
  });

  it('are conserved by claims and releases of several discounts in any order', async () => {
    const [one, other] = [await added({ max_uses: 5 }), await added({ max_uses: 9 })];
    const cart = (index: number) => (index % 2 === 0 ? [one, other] : [other, one]);
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const order = await buy(index, cart(index));
        if (order === undefined || index % 3 === 0) return;
        const release = () => processAt(index + 1).unitOfWork.run((tx) => tx.discounts.release(order));
        await Promise.all([release(), release()]);
      }),
    );
    const [first, second] = [await state(one), await state(other)];
    expect(first?.uses).to.equal(second?.uses).and.be.at.most(5);
    expect(first?.remaining).to.equal(5 - (first?.uses ?? 0));
    expect(second?.remaining).to.equal(9 - (second?.uses ?? 0));
  });

  const setLimit = (id: Discount['id'], limit: number | null): Promise<void> =>
    processAt(1).unitOfWork.run(async (tx) => {
      const before = await tx.discounts.get(id);
      const context = { storeCurrency: USD, at: noonPlus(1) };
      await tx.discounts.save(Discount.change(before, { ...Discount.fieldsOf(before), max_uses: limit }, context));
    });

  it('are exact while the limit is changed', async () => {
    const discount = await added({ max_uses: 100 });
    await Promise.all([
      ...Array.from({ length: 40 }, (_, index) => buy(index, [discount])),
      ...[90, 80, 70].map((limit) => setLimit(discount.id, limit)),
    ]);
    await setLimit(discount.id, 45);
    expect(await state(discount)).to.deep.equal({ remaining: 5, uses: 40 });
  });

  it('are exact while a limit is removed and added', async () => {
    const discount = await added({ max_uses: 9 });
    const buyAndSometimesReturn = async (index: number): Promise<void> => {
      const order = await buy(index, [discount]);
      if (order === undefined || index % 2 === 0) return;
      await processAt(index + 1).unitOfWork.run((tx) => tx.discounts.release(order));
    };
    await Promise.all([
      ...Array.from({ length: 30 }, (_, index) => buyAndSometimesReturn(index)),
      ...[null, 20, null].map((limit) => setLimit(discount.id, limit)),
      ...Array.from({ length: 30 }, (_, index) => buyAndSometimesReturn(index)),
    ]);
    await Promise.all([
      ...Array.from({ length: 30 }, (_, index) => buyAndSometimesReturn(index)),
      setLimit(discount.id, 100),
      ...Array.from({ length: 30 }, (_, index) => buyAndSometimesReturn(index)),
    ]);
    const after = await state(discount);
    expect(after?.remaining).to.equal(100 - (after?.uses ?? 0));
  });

  it('without a limit wait for no other order', async () => {
    const discount = await added({});
    const first = Promise.withResolvers<void>();
    const use = { discountId: discount.id, maxUsesPerCustomer: null };
    const open = processAt(0).unitOfWork.run(async (tx) => {
      await tx.discounts.claim([use], { usedBy: ids.next('ord'), customerKey: 'ada@example.com' });
      await first.promise;
    });
    expect(await buy(1, [discount])).to.not.equal(undefined);
    first.resolve();
    await open;
  });

  it('use indexes, as lists of discounts do', async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('set enable_seqscan = off');
    const page = { limit: 20 };
    const [id, usedBy] = [ids.next('dsc'), ids.next('ord')];
    const statements = [
      SHARE_CLAIMED({ ids: [id] }),
      SHARE_RELEASED({ usedBy }),
      CLAIM({ ids: [id], limits: [1], usedBy, customerKey: 'ada@example.com' }),
      RELEASE({ usedBy, kept: [] }),
      COUNT_USES({ id }),
      LOCK_CUSTOMER({ customerKey: 'ada@example.com' }),
      ASSIGN_USER({ usedBy: [usedBy], userId: ids.next('usr') }),
      ERASE_CUSTOMER({ userId: ids.next('usr'), emailKey: 'ada@example.com' }),
      FIND_OVERLAPPING({ id: ids.next('txr'), scope_key: '[]', valid_from: NOON, valid_to: noonPlus(1) }),
      pageStatement(discountPage({ filter: {}, page })),
      pageStatement(discountPage({ filter: { code: ['A'] }, page })),
      pageStatement(discountPage({ filter: { kind: 'percent', active: true }, page })),
    ];
    for (const { text, values = [] } of statements) {
      expect(await scannedTables(client, text, values), text).to.deep.equal([]);
    }
    await client.end();
  });
});
