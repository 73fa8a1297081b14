import { expect } from 'chai';
import { Client } from 'pg';
import type { LedgerDiscrepancy } from '#core/payments/ledger.ts';
import type { Payment } from '#core/payments/payment.ts';
import { makeCheckLedger } from '#core/payments/use-cases/check-ledger.ts';
import { clockAtNoon } from '../../support/builders/builders.ts';
import { aGuestOrder, dollars } from '../../support/builders/order-builders.ts';
import { aMovement, aPaidRow, beginRow } from '../../support/builders/payment-rows.ts';
import { aLog } from '../../support/log.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../../support/servers/postgres-storage.ts';

const UNBALANCED = 'debits do not equal credits';
const WRONG_PAYMENT = 'the payment differs from its movements';
const WRONG_ORDER = 'the order differs from its movements';

describe('ledger discrepancies', () => {
  let storage: PostgresStorage;
  let client: Client;
  let paid: Payment;

  beforeEach(async () => {
    const url = await createDatabase();
    storage = await connectPostgresStorage(url);
    client = new Client({ connectionString: url });
    await client.connect();
    paid = aPaidRow({ isOverpayment: true, refunded: dollars(5) });
    await storage.unitOfWork.run(beginRow(paid));
  });
  afterEach(async () => {
    await client.end();
    await storage.close();
  });

  /** Bypasses the triggers. */
  const plant = async (table: 'ledger_entries' | 'payments', ...statements: readonly string[]): Promise<void> => {
    await client.query(`alter table ${table} disable trigger user`);
    for (const statement of statements) await client.query(statement);
    await client.query(`alter table ${table} enable trigger user`);
  };

  const expectDiscrepancies = async (...expected: readonly LedgerDiscrepancy[]): Promise<void> => {
    expect(await storage.ledgerQueries.discrepancies()).to.have.deep.members([...expected]);
    const compared = await storage.ledgerQueries.comparePayments(null, 10);
    const isOfPayment = expected.length > 0 && compared.length > 0;
    expect(compared.some(({ hasDiscrepancy }) => hasDiscrepancy)).to.equal(isOfPayment);
  };

  const idOf = async (kind: 'capture' | 'refund'): Promise<string> => {
    const { rows } = await client.query('select movement_id as id from ledger_entries where kind = $1', [kind]);
    return rows[0].id as string;
  };

  it('report a debit without an equal credit', async () => {
    const id = await idOf('refund');
    await plant('ledger_entries', `update ledger_entries set credit = 6 where movement_id = '${id}' and credit > 0`);
    await expectDiscrepancies({ id, discrepancy: UNBALANCED });
  });

  it('report a missing side or another currency', async () => {
    const [capture, refund] = [await idOf('capture'), await idOf('refund')];
    await plant(
      'ledger_entries',
      `delete from ledger_entries where movement_id = '${capture}' and credit > 0`,
      `update ledger_entries set currency = 'EUR' where movement_id = '${refund}' and credit > 0`,
    );
    await expectDiscrepancies(
      { id: capture, discrepancy: UNBALANCED },
      { id: refund, discrepancy: UNBALANCED },
      { id: paid.id, discrepancy: WRONG_PAYMENT },
    );
  });

  it('report a payment whose movements are in another currency', async () => {
    await plant('ledger_entries', `update ledger_entries set currency = 'EUR'`);
    await expectDiscrepancies({ id: paid.id, discrepancy: WRONG_PAYMENT });
  });

  it('report a payment that differs from its movements', async () => {
    await plant('payments', `update payments set amount_captured = 39.97 where id = '${paid.id}'`);
    await expectDiscrepancies({ id: paid.id, discrepancy: WRONG_PAYMENT });
  });

  it('report a missing movement', async () => {
    await plant('ledger_entries', `delete from ledger_entries where kind = 'refund'`);
    await expectDiscrepancies({ id: paid.id, discrepancy: WRONG_PAYMENT });
  });

  it('report a missing payment', async () => {
    const moved = [await idOf('capture'), await idOf('refund')];
    await plant('payments', 'delete from payments');
    const discrepancy = 'the movement has no payment';
    await expectDiscrepancies(...moved.map((id) => ({ id, discrepancy })));
  });

  it('report an order that differs from its movements', async () => {
    const order = aGuestOrder();
    await storage.unitOfWork.run((tx) => tx.orders.add(order, []));
    const payment = aPaidRow({ payableId: order.id });
    const movements = [aMovement(payment, 'capture', payment.captured)];
    await storage.unitOfWork.run(beginRow(payment, { movements }));
    await expectDiscrepancies({ id: order.id, discrepancy: WRONG_ORDER });
    await client.query(`update orders set amount_paid = 39.98 where id = '${order.id}'`);
    await expectDiscrepancies();
    await client.query(`update orders set amount_refunded = 0.01 where id = '${order.id}'`);
    await expectDiscrepancies({ id: order.id, discrepancy: WRONG_ORDER });
  });

  it('are recorded on the payment once, however many processes compare', async () => {
    await plant('payments', `update payments set amount_captured = 39.97 where id = '${paid.id}'`);
    const compare = () => makeCheckLedger({ ...storage, clock: clockAtNoon(), log: aLog().log })();
    await Promise.all([1, 2, 3, 4].map(compare));
    const read = async () => {
      const { rows } = await client.query('select version, attention, needs_attention from payments');
      const events = await client.query('select type from events where resource_id = $1', [paid.id]);
      return [rows[0], events.rows];
    };
    const attention = { attention: ['overpayment', 'ledger_discrepancy'], needs_attention: true };
    expect(await read()).to.deep.equal([{ version: paid.version + 1, ...attention }, [{ type: 'payment.updated' }]]);
    await compare();
    expect(await read()).to.deep.equal([{ version: paid.version + 1, ...attention }, [{ type: 'payment.updated' }]]);
  });
});
