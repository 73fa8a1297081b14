import { expect } from 'chai';
import type { Payment } from '#core/payments/payment.ts';
import { type PaymentEntry, type PaymentEntryView, paymentEntryView } from '#core/payments/payment-entry.ts';
import { Actor } from '#core/shared/actor.ts';
import { Json, type Page, type PageRequest, type Position } from '#core/shared/page.ts';
import { anActor, aUser, ids, noonPlus } from '../../support/builders/builders.ts';
import {
  LISTED,
  listedFields,
  listedPayments,
  newestPaymentsFirst,
  type PaymentSelection,
  paymentMatchesFilter,
  paymentQuery,
} from '../../support/builders/listed-payments.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import {
  anOperation,
  aPaidRow,
  aPaymentEntry,
  beginRow,
  beginRows,
  nextRow,
} from '../../support/builders/payment-rows.ts';
import { longStringMap, TEXT } from '../../support/strings.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

/** `PaymentQueries`: order and paging of lists. */
export const paymentPagesContract = (name: string, open: OpenStorage): void => {
  describe(`pages of PaymentQueries on ${name}`, () => {
    describe('of payments', () => paymentContract(useStorage(open)));
    describe('of refunds', () => refundContract(useStorage(open)));
    describe('of a timeline', () => timelineContract(useStorage(open)));
  });
};

type Read<Item = { id: string }> = (page: PageRequest) => Promise<Page<Item>>;

/** The ids of all pages in order. */
const walk = async (read: Read, limit: number, between?: (visited: readonly string[]) => Promise<void>) => {
  const visited: string[] = [];
  let after: Position | undefined;
  do {
    const page = await read({ limit, after });
    const items = page.items.map(Json.parse);
    expect(items.length).to.be.within(after === undefined ? 0 : 1, limit);
    visited.push(...items.map(({ id }) => id));
    after = page.next ?? undefined;
    await between?.(visited);
  } while (after !== undefined);
  return visited;
};

const idsOf = (rows: readonly Readonly<{ id: string }>[]): string[] => rows.map(({ id }) => id);

/** One of each way to combine filters. */
const FILTERS: Readonly<Record<string, PaymentSelection>> = {
  all: {},
  'all of a status': { status: 'succeeded' },
  'all of a gateway': { gateway: 'sandbox' },
  'all of a gateway and a status': { gateway: 'sandbox', status: 'authorized' },
  'all of an order': { order_id: LISTED.orderId },
  'all of a user': { ownerId: LISTED.ada },
  'all of a user, for the shop': { user_id: LISTED.ada },
  'all of a user, for this user': { user_id: LISTED.ada, ownerId: LISTED.ada },
  'all of a user and a gateway': { ownerId: LISTED.ada, gateway: 'stripe' },
  'all that need attention': { needs_attention: true },
  'all that need no attention': { needs_attention: false },
  'all of a gateway that need attention': { needs_attention: true, gateway: 'sandbox' },
  'all of a time': { created_from: noonPlus(3), created_to: noonPlus(17) },
  'all of a gateway and a time': { gateway: 'manual', created_from: noonPlus(3), created_to: noonPlus(17) },
};

const paymentContract = (storage: () => StorageUnderTest): void => {
  let pageOfNothing: unknown;
  const payments: Payment[] = listedPayments();

  const reading =
    (filter: PaymentSelection): Read =>
    (page) =>
      storage().paymentQueries.list(paymentQuery(filter, page));

  const expected = (filter: PaymentSelection): string[] =>
    idsOf(newestPaymentsFirst(payments).filter((payment) => paymentMatchesFilter(payment, filter)));

  before(async () => {
    pageOfNothing = await reading({ gateway: 'sandbox' })({ limit: 20, includeTotal: true });
    await storage().unitOfWork.run(beginRows(payments));
  });

  it('return an empty list without payments', () => {
    expect(pageOfNothing).to.deep.equal({ items: [], next: null, total: 0 });
  });

  for (const [what, filter] of Object.entries(FILTERS)) {
    it(`visit ${what} once in order`, async () => {
      const order = expected(filter);
      expect(order.length).to.be.greaterThan(1);
      for (const limit of [1, 2, 3, order.length - 1, order.length, 100]) {
        expect(await walk(reading(filter), limit), `limit ${limit}`).to.deep.equal(order);
      }
    });
  }

  it('report the total on every page on request', async () => {
    for (const [what, filter] of Object.entries(FILTERS)) {
      const read = reading(filter);
      const first = await read({ limit: 1, includeTotal: true });
      expect(first.total, what).to.equal(expected(filter).length);
      const second = await read({ limit: 1, after: first.next ?? undefined, includeTotal: true });
      expect(second.total, what).to.equal(first.total);
      expect(await read({ limit: 1 })).to.not.have.property('total');
      expect(await read({ limit: 1, includeTotal: false })).to.not.have.property('total');
    }
    const none = { limit: 2, includeTotal: true };
    expect(await reading({ gateway: 'nobody' })(none)).to.deep.equal({ items: [], next: null, total: 0 });
  });

  for (const filter of [{}, { status: 'succeeded' }, { gateway: 'sandbox' }, { ownerId: LISTED.ada }] as const) {
    it(`skip and repeat nothing for ${JSON.stringify(filter)} while payments are added`, async () => {
      const visitable = new Set(idsOf(payments));
      let turn = 0;
      const between = async (visited: readonly string[]): Promise<void> => {
        if (visited.length > 20) return;
        turn += 1;
        const added = [turn, turn + 1, turn + 4].map((index) => aPaidRow(listedFields(index * 3)));
        await storage().unitOfWork.run(beginRows(added));
        payments.push(...added);
        const order = idsOf(newestPaymentsFirst(payments));
        const ahead = order.slice(order.indexOf(visited.at(-1) ?? '') + 1);
        for (const { id } of added) if (ahead.includes(id)) visitable.add(id);
      };
      const visited = await walk(reading(filter), 3, between);
      expect(visited).to.deep.equal(expected(filter).filter((id) => visitable.has(id)));
    });
  }
};

const refundContract = (storage: () => StorageUnderTest): void => {
  it('visit the refunds of a payment once, the newest first, while refunds are added', async () => {
    const { unitOfWork, paymentQueries } = storage();
    let payment = aPaidRow();
    const refundAt = (second: number) =>
      anOperation(payment, { id: ids.next('re'), kind: 'refund', amount: dollars(0.01), createdAt: noonPlus(second) });
    const refunds = [3, 1, 2, 2, 2, 0.001].map(refundAt);
    await unitOfWork.run(beginRow(payment, { operations: [anOperation(payment), ...refunds] }));
    await unitOfWork.run(beginRow(aPaidRow()));
    const read: Read = (page) => paymentQueries.refunds(payment.id, page);
    const order = idsOf(newestPaymentsFirst(refunds));
    for (const limit of [1, 2, 3, 5, 6, 100]) expect(await walk(read, limit)).to.deep.equal(order);
    const addRefund = async (): Promise<void> => {
      payment = nextRow(payment);
      await unitOfWork.run((tx) => tx.payments.save(payment, { operations: [refundAt(10 + payment.version)] }));
    };
    expect(await walk(read, 2, addRefund)).to.deep.equal(order);
    expect((await read({ limit: 1, includeTotal: true })).total).to.equal(refunds.length + payment.version - 1);
    expect(await read({ limit: 1 })).to.not.have.property('total');
  });

  it('are empty for an unknown payment', async () => {
    const page = await storage().paymentQueries.refunds(ids.next('pay'), { limit: 10, includeTotal: true });
    expect(page).to.deep.equal({ items: [], next: null, total: 0 });
  });
};

const timelineContract = (storage: () => StorageUnderTest): void => {
  const payment = aPaidRow();
  const somebody = anActor(aUser());
  const details = { text: TEXT, reason: null, amount: 999_999_999_999.99, fields: ['email'], ...longStringMap(3) };
  const entries: PaymentEntry[] = [
    aPaymentEntry(payment, 'authorize_requested', { actor: somebody, details: { amount: 39.98 } }),
    aPaymentEntry(payment, 'processing'),
    aPaymentEntry(payment, 'captured', { actor: Actor.anonymous, details, at: noonPlus(1) }),
    aPaymentEntry(payment, 'refund_requested', { actor: somebody, at: noonPlus(0.5) }),
    aPaymentEntry(payment, 'declined', { at: noonPlus(1) }),
  ];
  const inOrder = newestPaymentsFirst(entries.map((entry) => ({ ...entry, createdAt: entry.at })));

  const reading =
    (visibility: 'full' | 'buyer', id = payment.id): Read<PaymentEntryView> =>
    (page) =>
      storage().paymentQueries.timeline(id, page, visibility);

  const read = async (visibility: 'full' | 'buyer'): Promise<PaymentEntryView[]> =>
    (await reading(visibility)({ limit: 100 })).items.map(Json.parse);

  before(async () => {
    const other = aPaidRow();
    await storage().unitOfWork.run(beginRow(payment, { entries: entries.slice(0, 2) }));
    await storage().unitOfWork.run(beginRow(other, { entries: [aPaymentEntry(other)] }));
    await storage().unitOfWork.run((tx) => tx.payments.save(nextRow(payment), { entries: entries.slice(2, 4) }));
    await storage().unitOfWork.run((tx) => tx.payments.postpone(nextRow(payment), entries.slice(4)));
  });

  it('show all entries with actors, the newest first', async () => {
    expect(await read('full')).to.deep.equal(inOrder.map((entry) => paymentEntryView(entry)));
    const actors = (await read('full')).map(({ actor }) => actor);
    expect(actors).to.deep.include({
      kind: 'session',
      user_id: somebody.userId,
      credential_id: somebody.credentialId,
    });
  });

  it('hide actors from the payer', async () => {
    expect(await read('buyer')).to.deep.equal(inOrder.map((entry) => paymentEntryView(entry, { withActor: false })));
    expect(new Set((await read('buyer')).map(({ actor }) => actor))).to.deep.equal(new Set([null]));
  });

  it('are paged once in order, with the total', async () => {
    for (const visibility of ['full', 'buyer'] as const) {
      for (const limit of [1, 2, 3, 4, 5, 100]) {
        expect(await walk(reading(visibility), limit)).to.deep.equal(idsOf(inOrder));
      }
      expect((await reading(visibility)({ limit: 1, includeTotal: true })).total).to.equal(entries.length);
      const none = await reading(visibility, ids.next('pay'))({ limit: 10, includeTotal: true });
      expect(none).to.deep.equal({ items: [], next: null, total: 0 });
    }
  });

  it('skip and repeat nothing while entries are added', async () => {
    let second = 10;
    const happen = async (): Promise<void> => {
      second += 1;
      const entry = aPaymentEntry(payment, 'unknown', { at: noonPlus(second) });
      await storage().unitOfWork.run((tx) => tx.payments.postpone(nextRow(payment), [entry]));
    };
    expect(await walk(reading('full'), 2, happen)).to.deep.equal(idsOf(inOrder));
  });
};
