import { expect } from 'chai';
import { migrate } from '#adapters/postgres/migrations/migrate.ts';
import { toLedgerEntryRows } from '#adapters/postgres/tables/ledger-entries.ts';
import { toPaymentRow } from '#adapters/postgres/tables/payments.ts';
import { Payment } from '#core/payments/payment.ts';
import { insertRows, openDatabaseAt } from '../support/former-schema.ts';
import { dollars } from '../support/order-builders.ts';
import { aDispute, aPaidRow, movementsOf } from '../support/payment-rows.ts';
import { urlOf } from '../support/postgres.ts';
import { connectPostgresStorage } from '../support/postgres-storage.ts';

describe('an upgrade of a database whose payments do not say why they need attention', () => {
  it('names the reasons of those that are known', async () => {
    const name = `test_${process.pid}_upgrade_payments`;
    const payments = [
      aPaidRow(),
      aPaidRow({ disputes: [aDispute({ status: 'won' }), aDispute()], hasFailedRefund: true }),
      aPaidRow({ hasFailedRefund: true }),
      aPaidRow({ isOverpayment: true }),
      aPaidRow({ isOverpayment: true, refunded: dollars(39.98) }),
    ];
    const database = await openDatabaseAt(name, '20270125-second-factors');
    await insertRows(database, {
      // overpayments did not need attention
      payments: payments.map((payment) => ({
        ...toPaymentRow(payment),
        needs_attention: payment.disputes.length > 0 || payment.hasFailedRefund,
      })),
      ledger_entries: payments.flatMap((payment) =>
        movementsOf(payment).flatMap((movement) => toLedgerEntryRows(movement, payment.amount.currency)),
      ),
    });
    await migrate(database);
    await database.close();
    const storage = await connectPostgresStorage(urlOf(name));
    for (const payment of payments) {
      const view = JSON.parse((await storage.paymentQueries.find(payment.id))?.view ?? 'null');
      const attention = Payment.attentionTo(payment);
      expect(view).to.deep.include({ attention, needs_attention: attention.length > 0 });
    }
    await storage.close();
  });
});
