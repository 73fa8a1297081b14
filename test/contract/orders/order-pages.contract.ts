import { expect } from 'chai';
import type { Order, OrderId } from '#core/orders/order.ts';
import { Json, type Position } from '#core/shared/page.ts';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import {
  ADA,
  addListedOrders,
  type Direction,
  HAT,
  HAT_SKU,
  inOrder,
  matchesFilter,
  type OrderSelection,
  orderAt,
  orderQuery,
  SHIRT,
} from '../../support/builders/listed-orders.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

const DIRECTIONS = ['newest', 'oldest', 'last updated', 'first updated'] as const;

/** One of each way to combine filters. */
const FILTERS: Readonly<Record<string, OrderSelection>> = {
  all: {},
  'all of a status': { status: ['open'] },
  'all of some states': { status: ['open'], fulfillment_status: ['unfulfilled'] },
  'all with a product': { product_id: SHIRT },
  'all with a product and a status': { product_id: SHIRT, status: ['open'] },
  'all of a user': { user_id: ADA },
  'all of a user and a payment': { ownerId: ADA, payment_status: ['paid'] },
  'all of an e-mail': { email: 'ada@example.com' },
  'all of several statuses': { status: ['open', 'cancelled'], payment_status: ['paid', 'unpaid'] },
  'all with an SKU': { q: HAT_SKU },
  'all with a tracking number': { q: 'TRACK-1' },
  'all of an e-mail that begins like this': { q: 'ADA@e' },
  'all of a user with an SKU': { q: HAT_SKU, ownerId: ADA },
  'all of a user with a tracking number': { q: 'TRACK-1', user_id: ADA },
  'all of a user with an e-mail that begins like this': { q: 'ada', user_id: ADA },
  'all of a status with an SKU': { q: HAT_SKU, status: ['open'] },
  'all with a product and an SKU': { q: HAT_SKU, product_id: SHIRT },
  'all that were updated since': { updated_from: noonPlus(30) },
  'all of a status that were updated since': { updated_from: noonPlus(30), status: ['completed', 'cancelled'] },
  'all with a product that were updated since': { updated_from: noonPlus(30), product_id: SHIRT },
  'all of a time': { created_from: noonPlus(3), created_to: noonPlus(17) },
};

type Walk = Readonly<{
  filter?: OrderSelection;
  direction: Direction;
  limit: number;
  /** Called after each page with all visited items. */
  between?: (visited: readonly OrderId[]) => Promise<void>;
}>;

/** The ids of all pages in order. */
const walk = async ({ orderQueries }: StorageUnderTest, { filter = {}, direction, limit, between }: Walk) => {
  const visited: OrderId[] = [];
  let after: Position | undefined;
  do {
    const page = await orderQueries.list(orderQuery(filter, { limit, after }, direction));
    const items = page.items.map(Json.parse);
    expect(items.length).to.be.within(after === undefined ? 0 : 1, limit);
    visited.push(...items.map(({ id }) => id));
    after = page.next ?? undefined;
    await between?.(visited);
  } while (after !== undefined);
  return visited;
};

/** `OrderQueries.list`: order and paging. */
export const orderPagesContract = (name: string, open: OpenStorage): void => {
  describe(`pages of OrderQueries on ${name}`, () => {
    describe('on unchanging data', () => stillContract(useStorage(open)));
    describe('on growing data', () => growingContract(useStorage(open)));
  });
};

const listOf = <T>(value: T | undefined): T[] | undefined => (value === undefined ? undefined : [value]);

const stillContract = (storage: () => StorageUnderTest): void => {
  let orders: Order[];
  let pageOfNothing: unknown;

  before(async () => {
    pageOfNothing = await storage().orderQueries.list({ filter: {}, page: { limit: 20, includeTotal: true } });
    orders = await storage().unitOfWork.run(addListedOrders);
  });

  const expected = (filter: OrderSelection, direction: Walk['direction']): OrderId[] =>
    inOrder(orders, direction)
      .filter((order) => matchesFilter(order, filter))
      .map(({ id }) => id);

  it('return an empty list without orders', () => {
    expect(pageOfNothing).to.deep.equal({ items: [], next: null, total: 0 });
  });

  for (const direction of DIRECTIONS) {
    for (const [what, filter] of Object.entries(FILTERS)) {
      it(`visit ${what} once in order, the ${direction} first`, async () => {
        const order = expected(filter, direction);
        for (const limit of [1, 2, 3, order.length - 1, order.length, 100]) {
          expect(await walk(storage(), { filter, direction, limit }), `limit ${limit}`).to.deep.equal(order);
        }
      });
    }
  }

  it('find orders by their ids and by a number beside any other filter', async () => {
    const [first, second, third] = orders as [Order, Order, Order];
    const list = async (filter: OrderSelection) =>
      (await storage().orderQueries.list(orderQuery(filter, { limit: 100 }))).items.map((item) => Json.parse(item).id);
    const some = inOrder([first, second, third], 'newest');
    const ids = [first.id, second.id, third.id, first.id, 'ord_00000000000000000000000000'] as OrderId[];
    expect(await list({ ids })).to.deep.equal(some.map(({ id }) => id));
    expect(await list({ ids, ownerId: ADA })).to.deep.equal(
      some.filter(({ userId }) => userId === ADA).map(({ id }) => id),
    );
    expect(await list({ ids: [first.id], status: [first.state.status] })).to.deep.equal([first.id]);
    for (const { id, number, userId } of [first, second, third]) {
      expect(await list({ q: String(number) })).to.deep.equal([id]);
      if (userId !== null) expect(await list({ q: String(number), user_id: userId })).to.deep.equal([id]);
      expect(await list({ q: ` ${number} ` })).to.deep.equal([id]);
    }
    const { id, externalId } = second;
    expect(await list({ external_id: externalId ?? '' })).to.deep.equal([id]);
    for (const q of ['9'.repeat(100), 'nothing', '%']) expect(await list({ q })).to.deep.equal([]);
  });

  it('report the total on every page on request', async () => {
    for (const [what, filter] of Object.entries(FILTERS)) {
      const total = expected(filter, 'newest').length;
      const list = (after?: Position, includeTotal?: boolean) =>
        storage().orderQueries.list(orderQuery(filter, { limit: 2, after, includeTotal }));
      const first = await list(undefined, true);
      expect(first.total, what).to.equal(total);
      expect((await list(first.next ?? undefined, true)).total, what).to.equal(total);
      expect(await list(undefined)).to.not.have.property('total');
      expect(await list(undefined, false)).to.not.have.property('total');
    }
  });

  it('report a total of zero, and the total on an empty last page', async () => {
    for (const filter of [
      { user_id: ids.next('usr') },
      { status: ['completed'], payment_status: ['unpaid'] },
    ] as const) {
      const page = await storage().orderQueries.list(orderQuery(filter, { limit: 2, includeTotal: true }));
      expect(page).to.deep.equal({ items: [], next: null, total: 0 });
    }
    const { next } = await storage().orderQueries.list(orderQuery({}, { limit: orders.length - 1 }, 'oldest'));
    const page = { limit: 2, after: next ?? undefined, includeTotal: true };
    const [oldest] = inOrder(orders, 'oldest');
    for (const filter of [
      { number: oldest?.number },
      {
        created_to: oldest?.createdAt,
        status: listOf(oldest?.state.status),
        payment_status: listOf(oldest?.state.payment),
      },
    ]) {
      const { total, ...rest } = await storage().orderQueries.list(orderQuery(filter, page, 'oldest'));
      expect(rest).to.deep.equal({ items: [], next: null });
      expect(total).to.equal(orders.filter((order) => matchesFilter(order, filter)).length);
    }
  });
};

const growingContract = (storage: () => StorageUnderTest): void => {
  let there: Order[];

  before(async () => {
    there = await storage().unitOfWork.run(addListedOrders);
  });

  const addSome = async (index: number): Promise<OrderId[]> => {
    const added = [orderAt(index), orderAt(index + 1), orderAt(index + 4)];
    await storage().unitOfWork.run(async (tx) => {
      for (const order of added) await tx.orders.add(order, []);
    });
    there.push(...added);
    return added.map(({ id }) => id);
  };

  for (const direction of DIRECTIONS) {
    for (const filter of [
      {},
      { status: ['open'] },
      { product_id: HAT },
      { product_id: SHIRT, status: ['open'] },
    ] as const) {
      it(`skip and repeat nothing, the ${direction} first, for ${JSON.stringify(filter)}`, async () => {
        const expected = new Set(there.map(({ id }) => id));
        let turn = 0;
        const between = async (visited: readonly OrderId[]): Promise<void> => {
          if (visited.length > 20) return;
          turn += 1;
          const added = await addSome(turn * 3);
          const order = inOrder(there, direction).map(({ id }) => id);
          const ahead = order.slice(order.indexOf(visited.at(-1) ?? ids.next('ord')) + 1);
          for (const id of added) if (ahead.includes(id)) expected.add(id);
        };
        const visited = await walk(storage(), { filter, direction, limit: 3, between });
        const matching = inOrder(there, direction).filter((order) => matchesFilter(order, filter));
        expect(visited).to.deep.equal(matching.map(({ id }) => id).filter((id) => expected.has(id)));
      });
    }
  }

  it('continue after a page although its last order no longer matches', async () => {
    const filter = { status: ['open'], payment_status: ['unpaid'] } as const;
    const list = (after?: Position) => storage().orderQueries.list(orderQuery(filter, { limit: 5, after }));
    const first = await list();
    const shown = first.items.map(Json.parse);
    const matching = inOrder(there, 'newest').filter((order) => matchesFilter(order, filter));
    const last = matching[4];
    if (last === undefined) throw new Error('There are more than five open orders.');
    expect(shown.at(-1)?.id).to.equal(last.id);
    const state = { ...last.state, payment_status: 'authorized' } as const;
    await storage().unitOfWork.run((tx) => tx.orders.save({ ...last, state, version: last.version + 1 }, []));
    const second = (await list(first.next ?? undefined)).items.map(Json.parse);
    expect(second.map(({ id }) => id)).to.deep.equal(matching.slice(5, 10).map(({ id }) => id));
  });
};
