import { expect } from 'chai';
import { Client } from 'pg';
import type { Payment } from '#core/payments/payment.ts';
import { aGuestOrder, dollars } from '../support/order-builders.ts';
import { aMovement, anAuthorizedRow, aPaidRow, beginRow } from '../support/payment-rows.ts';
import { createDatabase } from '../support/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../support/postgres-storage.ts';

/** Of PostgreSQL's errors. */
const [KEPT, DISAGREES, CHECKED, TAKEN] = ['23001', '23000', '23514', '23505'];

describe('the ledger in the database', () => {
  let storage: PostgresStorage;
  let client: Client;
  let paid: Payment;

  beforeEach(async () => {
    const url = await createDatabase();
    storage = await connectPostgresStorage(url);
    client = new Client({ connectionString: url });
    await client.connect();
    paid = aPaidRow({ isSurplus: true, refunded: dollars(5) });
    await storage.unitOfWork.run(beginRow(paid));
  });
  afterEach(async () => {
    await client.end();
    await storage.close();
  });

  /** The code that statements of one transaction are refused with, at once or when they are to be kept. */
  const refusalOf = async (...statements: readonly string[]): Promise<string | undefined> => {
    try {
      await client.query('begin');
      for (const statement of statements) await client.query(statement);
      await client.query('commit');
      return undefined;
    } catch (error) {
      await client.query('rollback');
      return (error as { code?: string }).code;
    }
  };

  const faults = async (): Promise<{ id: string; fault: string }[]> =>
    (await client.query('select id, fault from ledger_faults order by id, fault')).rows;

  type Entry = Readonly<{ account: string; debit?: number; credit?: number; currency?: string; movement?: string }>;

  /** Inserts entries of a movement of the payment, a capture. */
  const book = (...entries: readonly Entry[]): string => {
    const rows = entries.map(
      ({ account, debit = 0, credit = 0, currency = 'USD', movement = 'cap_new' }) =>
        `('${movement}', '${account}', 'capture', '${paid.id}', '${paid.orderId}', '${currency}', ${debit}, ${credit}, now())`,
    );
    return `insert into ledger_entries (movement_id, account, kind, payment_id, order_id, currency, debit, credit, created_at)
      values ${rows.join(', ')}`;
  };

  const update = (change: string, { id } = paid): string => `update payments set ${change} where id = '${id}'`;

  it('keeps every entry, and every payment, as it is', async () => {
    for (const statement of [
      'update ledger_entries set debit = debit + 1 where debit > 0',
      `update ledger_entries set created_at = now()`,
      'delete from ledger_entries',
      'truncate ledger_entries',
      'truncate ledger_entries cascade',
      'delete from payments',
      'truncate payments',
      'truncate payments, ledger_entries',
    ]) {
      expect(await refusalOf(statement), statement).to.equal(KEPT);
    }
    expect((await client.query('select 1 from ledger_entries')).rowCount).to.equal(4);
    expect(await faults()).to.deep.equal([]);
  });

  it('takes a movement whose debit is its credit, with the payment that it is of', async () => {
    const held = anAuthorizedRow();
    await storage.unitOfWork.run(beginRow(held));
    paid = held;
    const entries = book({ account: 'gateway:sandbox', debit: 0.01 }, { account: 'surplus', credit: 0.01 });
    expect(await refusalOf(entries)).to.equal(DISAGREES);
    expect(await refusalOf(entries, update('amount_captured = 0.01'))).to.equal(undefined);
    expect(await faults()).to.deep.equal([]);
  });

  it('refuses movements whose debits are not their credits', async () => {
    const held = anAuthorizedRow();
    await storage.unitOfWork.run(beginRow(held));
    paid = held;
    const captured = update('amount_captured = 10');
    const [debit, credit] = [
      { account: 'gateway:sandbox', debit: 10 },
      { account: 'surplus', credit: 10 },
    ];
    const euros = { currency: 'EUR' };
    for (const entries of [
      [debit],
      [credit],
      [debit, { ...credit, credit: 9.99 }],
      [debit, { ...credit, credit: 10.0001 }],
      [debit, { account: 'surplus', debit: 10 }],
      [debit, { ...credit, ...euros }],
      [debit, { ...credit, credit: 5 }, { account: 'orders', credit: 5 }],
      [debit, { ...credit, movement: 'cap_other' }],
      [
        { ...debit, ...euros },
        { ...credit, ...euros },
      ],
    ]) {
      expect(await refusalOf(book(...entries), captured), JSON.stringify(entries)).to.equal(DISAGREES);
    }
    expect(await faults()).to.deep.equal([]);
  });

  it('refuses entries of both sides, of none and of less than nothing', async () => {
    const account = 'surplus';
    for (const entry of [
      { account },
      { account, debit: 1, credit: 1 },
      { account, debit: -1 },
      { account, credit: -1 },
    ]) {
      expect(await refusalOf(book(entry)), JSON.stringify(entry)).to.equal(CHECKED);
    }
  });

  it('refuses to add to a movement that there is', async () => {
    const { rows } = await client.query(`select movement_id as id from ledger_entries where kind = 'capture' limit 1`);
    const movement = rows[0].id as string;
    const [debit, credit] = [
      { account: 'x', debit: 1, movement },
      { account: 'y', credit: 1, movement },
    ];
    expect(await refusalOf(book(debit, credit), update('amount_captured = amount_captured + 1'))).to.equal(CHECKED);
    expect(await refusalOf(book(debit, credit))).to.equal(DISAGREES);
    expect(await refusalOf(book({ ...debit, account: 'surplus' }, credit))).to.equal(TAKEN);
  });

  it('refuses a payment whose amounts are not what was moved, whatever was there before', async () => {
    for (const change of [
      'amount_captured = 39.97',
      'amount_captured = 0, amount_refunded = 0',
      'amount_refunded = 0',
      'amount_refunded = 5.0001',
    ]) {
      expect(await refusalOf(update(change)), change).to.equal(DISAGREES);
    }
    const copy = `insert into payments (id, order_id, gateway, status, capture_method, currency, amount, amount_captured,
        amount_capturing, amount_refunded, amount_refunding, is_voiding, is_surplus, metadata, checks, created_at, updated_at)
      select 'pay_copy', order_id, gateway, status, capture_method, currency, amount, amount_captured, 0, 0, 0, false, true,
        '{}', 0, now(), now() from payments`;
    expect(await refusalOf(copy)).to.equal(DISAGREES);
  });

  it('refuses a payment of which more is taken than it is of, or more given back than was taken', async () => {
    for (const change of [
      'amount_captured = 39.99',
      'amount = 39.97',
      'amount = 0',
      'amount_capturing = 0.01',
      'amount_capturing = -0.01',
      'amount_captured = -1, amount_refunded = -1',
      'amount_refunded = 39.99',
      'amount_refunded = -0.01',
      'amount_refunding = 34.99',
      'amount_refunding = -0.01',
    ]) {
      expect(await refusalOf(update(change)), change).to.equal(CHECKED);
    }
  });

  it('refuses a second open payment of an order', async () => {
    const open = `update payments set status = 'processing'`;
    await storage.unitOfWork.run(beginRow(anAuthorizedRow({ orderId: paid.orderId }), {}, dollars(1000)));
    expect(await refusalOf(open)).to.equal(TAKEN);
  });

  describe('is found at fault', () => {
    /** Does what the triggers keep everybody from. */
    const plant = async (table: 'ledger_entries' | 'payments', ...statements: readonly string[]): Promise<void> => {
      await client.query(`alter table ${table} disable trigger user`);
      for (const statement of statements) await client.query(statement);
      await client.query(`alter table ${table} enable trigger user`);
    };

    const expectFaults = async (...expected: readonly { id: string; fault: string }[]): Promise<void> => {
      expect(await faults()).to.have.deep.members([...expected]);
      expect(await storage.ledgerQueries.faults()).to.deep.equal(await faults());
    };

    const idOf = async (kind: 'capture' | 'refund'): Promise<string> => {
      const { rows } = await client.query('select movement_id as id from ledger_entries where kind = $1', [kind]);
      return rows[0].id as string;
    };

    const UNBALANCED = 'its debits are not its credits';
    const WRONG_PAYMENT = 'the payment is not what was moved by it';
    const WRONG_ORDER = 'the order is not what was moved for it';

    it('where a debit is not its credit', async () => {
      const id = await idOf('refund');
      await plant('ledger_entries', `update ledger_entries set credit = 6 where movement_id = '${id}' and credit > 0`);
      await expectFaults({ id, fault: UNBALANCED });
    });

    it('where a side is missing, or in another currency', async () => {
      const [capture, refund] = [await idOf('capture'), await idOf('refund')];
      await plant(
        'ledger_entries',
        `delete from ledger_entries where movement_id = '${capture}' and credit > 0`,
        `update ledger_entries set currency = 'EUR' where movement_id = '${refund}' and credit > 0`,
      );
      await expectFaults({ id: capture, fault: UNBALANCED }, { id: refund, fault: UNBALANCED });
    });

    it('where a payment is not what was moved by it', async () => {
      await plant('payments', update('amount_captured = 39.97'));
      await expectFaults({ id: paid.id, fault: WRONG_PAYMENT });
    });

    it('where a movement is gone', async () => {
      await plant('ledger_entries', `delete from ledger_entries where kind = 'refund'`);
      await expectFaults({ id: paid.id, fault: WRONG_PAYMENT });
    });

    it('where a payment is gone', async () => {
      const moved = [await idOf('capture'), await idOf('refund')];
      await plant('payments', 'delete from payments');
      const fault = 'the money was moved for a payment that there is not';
      await expectFaults(...moved.map((id) => ({ id, fault })));
    });

    it('where an order is not what was moved for it', async () => {
      const order = aGuestOrder();
      await storage.unitOfWork.run((tx) => tx.orders.add(order, []));
      const payment = aPaidRow({ orderId: order.id });
      const movements = [aMovement(payment, 'capture', payment.captured)];
      await storage.unitOfWork.run(beginRow(payment, { movements }));
      await expectFaults({ id: order.id, fault: WRONG_ORDER });
      await client.query(`update orders set amount_paid = 39.98 where id = '${order.id}'`);
      await expectFaults();
      await client.query(`update orders set amount_refunded = 0.01 where id = '${order.id}'`);
      await expectFaults({ id: order.id, fault: WRONG_ORDER });
    });
  });
});
