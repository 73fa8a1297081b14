import { expect } from 'chai';
import { paymentGauges } from '#core/payments/payment-gauges.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { clockAtNoon, noonPlus } from '../../support/builders/builders.ts';
import { aDispute, anOperation, aPaidRow, aPaymentRow, beginRow } from '../../support/builders/payment-rows.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('paymentGauges', () => {
  let storage: StorageUnderTest;
  const clock = clockAtNoon();

  before(async () => {
    storage = await openMemoryStorage();
  });

  const read = () => paymentGauges({ queries: storage.paymentQueries, clock, systemClock: clock }).read();

  const byKind = (values: Readonly<Record<'authorize' | 'capture' | 'void' | 'refund', number>>) =>
    Object.entries(values).map(([kind, value]) => ({ labels: { kind }, value }));

  const NONE = { authorize: 0, capture: 0, void: 0, refund: 0 };

  it('are zero without payments', async () => {
    expect(await read()).to.deep.equal({
      payment_operations_pending: byKind(NONE),
      payment_operations_oldest_seconds: byKind(NONE),
      payment_check_overdue_seconds: 0,
      payments_needing_attention: 0,
    });
  });

  it('report pending operations and their age, the overdue check, and what needs attention', async () => {
    const payment = aPaymentRow({ at: noonPlus(-90), nextCheckAt: noonPlus(1) });
    await storage.unitOfWork.run(beginRow(payment, { operations: [anOperation(payment)] }));
    await storage.unitOfWork.run(beginRow(aPaidRow({ disputes: [aDispute()] })));
    expect((await read()).payment_check_overdue_seconds).to.equal(0);
    clock.advance(3.5);
    expect(await read()).to.deep.equal({
      payment_operations_pending: byKind({ ...NONE, authorize: 1 }),
      payment_operations_oldest_seconds: byKind({ ...NONE, authorize: 93.5 }),
      payment_check_overdue_seconds: 2.5,
      payments_needing_attention: 1,
    });
  });
});
