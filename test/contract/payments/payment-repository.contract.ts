import { expect } from 'chai';
import type { Payment } from '#core/payments/payment.ts';
import { paymentView } from '#core/payments/payment-view.ts';
import type { PaymentChanges } from '#core/payments/ports.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import { money } from '../../support/builders/order-builders.ts';
import {
  aLargePaymentRow,
  anOperation,
  aPaymentEntry,
  aPaymentRow,
  beginRow,
  everyPaymentRow,
  movementsOf,
  nextRow,
} from '../../support/builders/payment-rows.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { TEXT } from '../../support/strings.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

/** `PaymentRepository`: starting and saving payments. */
export const paymentRepositoryContract = (name: string, open: OpenStorage): void => {
  describe(`PaymentRepository on ${name}`, () => {
    const storage = useStorage(open);
    describe('presence', () => presenceContract(storage));
    describe('round trip', () => roundTripContract(storage));
    describe('version', () => versionContract(storage));
    describe('postponement', () => postponementContract(storage));
  });
};

const entriesIn = async ({ paymentQueries }: StorageUnderTest, { id }: Payment): Promise<string[]> => {
  const { items } = await paymentQueries.timeline(id, { limit: 100 }, 'full');
  return items.map(Json.parse).map((entry) => entry.id);
};

/** An authorization with its timeline entry. */
const withAuthorization = (payment: Payment): PaymentChanges => ({
  operations: [anOperation(payment)],
  entries: [aPaymentEntry(payment)],
});

const presenceContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

  const expectNothingOf = async (payment: Payment): Promise<void> => {
    expect(await run((tx) => tx.payments.find(payment.id))).to.equal(undefined);
    expect((await rejectionOf(run((tx) => tx.payments.getOperation(payment.id)))).kind).to.equal('not_found');
    expect(await entriesIn(storage(), payment)).to.deep.equal([]);
    expect(await storage().ledgerQueries.discrepancies()).to.deep.equal([]);
  };

  it('finds nothing for an unknown payment', async () => {
    const id = ids.next('pay');
    expect(await rejectionOf(run((tx) => tx.payments.get(id)))).to.include({ kind: 'not_found', code: 'not_found' });
    expect(await run((tx) => tx.payments.find(id))).to.equal(undefined);
    expect(await run((tx) => tx.payments.listPendingOperations(id))).to.deep.equal([]);
  });

  it('reads its own writes within a transaction', async () => {
    const payment = aPaymentRow();
    const next = nextRow(payment, { status: 'requires_action', redirectUrl: 'https://bank.example' });
    await run(async (tx) => {
      expect(await beginRow(payment, withAuthorization(payment))(tx)).to.equal(undefined);
      expect(await tx.payments.get(payment.id)).to.deep.equal(payment);
      expect(await tx.payments.getOperation(payment.id)).to.deep.equal(anOperation(payment));
      await tx.payments.save(next, {});
      expect(await tx.payments.find(payment.id)).to.deep.equal(next);
      expect(await tx.payments.get(payment.id)).to.deep.equal(next);
    });
    expect(await run((tx) => tx.payments.get(payment.id))).to.deep.equal(next);
  });

  it('stores nothing of a dry run', async () => {
    const payment = aPaymentRow({ status: 'succeeded', captured: money(39.98) });
    await storage().unitOfWork.dryRun(beginRow(payment, withAuthorization(payment)));
    await expectNothingOf(payment);
  });

  it('stores nothing of a failed transaction', async () => {
    const payment = aPaymentRow({ status: 'succeeded', captured: money(39.98) });
    const attempt = run(async (tx) => {
      await beginRow(payment, withAuthorization(payment))(tx);
      throw new Error('changed my mind');
    });
    await attempt.catch(() => {});
    await expectNothingOf(payment);
  });
};

const KINDS: Readonly<Record<string, () => Payment>> = {
  'the smallest payment': () => aPaymentRow({ amount: money(0.01), token: '', gateway: 'a' }),
  'the largest payment': aLargePaymentRow,
  'the largest payment without decimals': () =>
    aPaymentRow({
      amount: money(999_999_999_999, 'JPY'),
      status: 'succeeded',
      captured: money(999_999_999_999, 'JPY'),
    }),
  'the smallest payment without decimals': () => aPaymentRow({ amount: money(1, 'JPY') }),
  'a payment of three decimals': () =>
    aPaymentRow({ amount: money(12.345, 'KWD'), status: 'authorized', captured: money(12.344, 'KWD') }),
  'the largest payment of three decimals': () => aPaymentRow({ amount: money(999_999_999_999.99, 'KWD') }),
  'the largest payment of four decimals': () => aPaymentRow({ amount: money(999_999_999_999.99, 'CLF') }),
  'a payment of a sum that numbers in JavaScript cannot tell from the next': () =>
    aPaymentRow({ amount: money('99999999999.9999', 'CLF') }),
  'empty texts': () =>
    aPaymentRow({
      reference: '',
      token: '',
      returnUrl: '',
      redirectUrl: '',
      failure: { code: '', message: '' },
      metadata: { '': '' },
    }),
  'texts of every kind': () =>
    aPaymentRow({ reference: TEXT, token: TEXT, failure: { code: TEXT, message: TEXT }, metadata: { [TEXT]: TEXT } }),
};

const roundTripContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

  const nothing = ({ amount }: Payment) => amount.subtract(amount);

  const expectKept = async (payment: Payment): Promise<void> => {
    expect(await run((tx) => tx.payments.get(payment.id))).to.deep.equal(payment);
    expect(await run((tx) => tx.payments.find(payment.id))).to.deep.equal(payment);
    const found = await storage().paymentQueries.find(payment.id);
    expect(JSON.parse(found?.view ?? 'null')).to.deep.equal(paymentView(payment));
    expect(found).to.include({ version: payment.version, userId: payment.userId });
  };

  for (const [what, made] of Object.entries(KINDS)) {
    it(`round-trips ${what}, added and saved`, async () => {
      const begun = made();
      await run(beginRow(begun));
      await expectKept(begun);
      const first = aPaymentRow({ amount: begun.amount });
      await run(beginRow(first));
      // everything that can change in the next version of a payment
      const { id, payableId } = first;
      const saved = { ...made(), id, payableId, version: 2 };
      await run((tx) => tx.payments.save(saved, { movements: movementsOf(saved) }));
      await expectKept(saved);
    });
  }

  it('round-trips payments in every state with pending operations', async () => {
    for (const payment of everyPaymentRow()) {
      await run(beginRow(payment));
      await expectKept(payment);
      const bare = nextRow(payment, { capturing: nothing(payment), refunding: nothing(payment), nextCheckAt: null });
      await run((tx) => tx.payments.save(bare, {}));
      await expectKept(bare);
    }
  });
};

const versionContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
  const noted = (payment: Payment, note: string): Payment => nextRow(payment, { metadata: { note } });

  it('rejects any version but the next, with everything saved beside it', async () => {
    const payment = aPaymentRow();
    await run(beginRow(payment));
    const second = noted(payment, 'second');
    await run((tx) => tx.payments.save(second, {}));
    const again = noted(payment, 'another second');
    for (const rejected of [again, second, { ...noted(second, 'fourth'), version: 4 }, payment]) {
      const attempt = run((tx) => tx.payments.save(rejected, withAuthorization(payment)));
      expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'conflict' });
    }
    expect(await run((tx) => tx.payments.get(payment.id))).to.deep.equal(second);
    expect(await run((tx) => tx.payments.listPendingOperations(payment.id))).to.deep.equal([]);
    expect(await entriesIn(storage(), payment)).to.deep.equal([]);
  });

  it('rejects saving an unknown payment', async () => {
    const attempt = run((tx) => tx.payments.save(noted(aPaymentRow(), 'second'), {}));
    expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'conflict' });
  });

  it('stores several versions in a transaction', async () => {
    const payment = aPaymentRow();
    const third = noted(noted(payment, 'second'), 'third');
    await run(async (tx) => {
      await beginRow(payment)(tx);
      await tx.payments.save(noted(payment, 'second'), {});
      await tx.payments.save(third, {});
    });
    expect(await run((tx) => tx.payments.get(payment.id))).to.deep.equal(third);
  });

  it('loses no concurrent change of a payment', async () => {
    const payment = aPaymentRow({ metadata: { count: '0' } });
    await run(beginRow(payment));
    const change = () =>
      run(async (tx) => {
        const before = await tx.payments.get(payment.id);
        await tx.payments.save(noted(before, `${before.metadata['note'] ?? ''}x`), {});
      });
    await Promise.all(Array.from({ length: 10 }, change));
    const { version, metadata } = await run((tx) => tx.payments.get(payment.id));
    expect({ version, metadata }).to.deep.equal({ version: 11, metadata: { note: 'x'.repeat(10) } });
  });
};

const postponementContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

  it('stores the next check and its entries in the same version', async () => {
    const payment = aPaymentRow();
    await run(beginRow(payment));
    const later = { ...payment, nextCheckAt: noonPlus(300), checkCount: 7 };
    const entry = aPaymentEntry(payment, 'unknown', { at: noonPlus(1) });
    await run((tx) => tx.payments.postpone(later, [entry]));
    expect(await run((tx) => tx.payments.get(payment.id))).to.deep.equal(later);
    expect(await entriesIn(storage(), payment)).to.deep.equal([entry.id]);
    const never = { ...later, nextCheckAt: null };
    await run((tx) => tx.payments.postpone(never, []));
    expect(await run((tx) => tx.payments.get(payment.id))).to.deep.equal(never);
    await run((tx) => tx.payments.save(nextRow(never), {}));
  });
};
