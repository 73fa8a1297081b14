import { expect } from 'chai';
import { Client } from 'pg';
import type { Payment } from '#core/payments/payment.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { anAuthorizedRow, aPaidRow, beginRow } from '../../support/builders/payment-rows.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../../support/servers/postgres-storage.ts';

/** PostgreSQL's error codes. */
const [RESTRICT_VIOLATION, INTEGRITY_VIOLATION, CHECK_VIOLATION, UNIQUE_VIOLATION] = [
  '23001',
  '23000',
  '23514',
  '23505',
];

describe('the ledger tables', () => {
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

  /** The error code of statements in one transaction, at once or at the commit. */
  const rejectionOf = async (...statements: readonly string[]): Promise<string | undefined> => {
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

  const discrepancies = async (): Promise<{ id: string; discrepancy: string }[]> =>
    (await client.query('select id, discrepancy from ledger_discrepancies order by id, discrepancy')).rows;

  type Entry = Readonly<{
    account: string;
    debit?: number;
    credit?: number;
    currency?: string;
    movement?: string;
    order?: string;
  }>;

  /** Inserts entries of a capture of the payment. */
  const book = (...entries: readonly Entry[]): string => {
    const rows = entries.map(
      ({ account, debit = 0, credit = 0, currency = 'USD', movement = 'cap_new', order = paid.payableId }) =>
        `('${movement}', '${account}', 'capture', '${paid.id}', '${order}', '${currency}', ${debit}, ${credit}, now())`,
    );
    return `insert into ledger_entries (movement_id, account, kind, payment_id, payable_id, currency, debit, credit, created_at)
      values ${rows.join(', ')}`;
  };

  const update = (change: string, { id } = paid): string => `update payments set ${change} where id = '${id}'`;

  it('reject changes and removals of entries and payments', async () => {
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
      expect(await rejectionOf(statement), statement).to.equal(RESTRICT_VIOLATION);
    }
    expect((await client.query('select 1 from ledger_entries')).rowCount).to.equal(4);
    expect(await discrepancies()).to.deep.equal([]);
  });

  it('accept a balanced movement with its payment', async () => {
    const authorized = anAuthorizedRow();
    await storage.unitOfWork.run(beginRow(authorized));
    paid = authorized;
    const entries = book({ account: 'gateway:sandbox', debit: 0.01 }, { account: 'surplus', credit: 0.01 });
    expect(await rejectionOf(entries)).to.equal(INTEGRITY_VIOLATION);
    expect(await rejectionOf(entries, update('amount_captured = 0.01'))).to.equal(undefined);
    expect(await discrepancies()).to.deep.equal([]);
  });

  it('reject unbalanced movements', async () => {
    const authorized = anAuthorizedRow();
    await storage.unitOfWork.run(beginRow(authorized));
    paid = authorized;
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
      expect(await rejectionOf(book(...entries), captured), JSON.stringify(entries)).to.equal(INTEGRITY_VIOLATION);
    }
    expect(await discrepancies()).to.deep.equal([]);
  });

  it('reject movements in another currency or for another order than the payment’s', async () => {
    for (const other of [{ currency: 'EUR' }, { order: 'ord_other' }]) {
      const entries = [
        { account: 'gateway:sandbox', debit: 10, ...other },
        { account: 'surplus', credit: 10, ...other },
      ];
      expect(await rejectionOf(book(...entries)), JSON.stringify(other)).to.equal(INTEGRITY_VIOLATION);
    }
  });

  it('reject entries with both sides, none, or negative amounts', async () => {
    const account = 'surplus';
    for (const entry of [
      { account },
      { account, debit: 1, credit: 1 },
      { account, debit: -1 },
      { account, credit: -1 },
    ]) {
      expect(await rejectionOf(book(entry)), JSON.stringify(entry)).to.equal(CHECK_VIOLATION);
    }
  });

  it('reject additions to an existing movement', async () => {
    const { rows } = await client.query(`select movement_id as id from ledger_entries where kind = 'capture' limit 1`);
    const movement = rows[0].id as string;
    const [debit, credit] = [
      { account: 'x', debit: 1, movement },
      { account: 'y', credit: 1, movement },
    ];
    expect(await rejectionOf(book(debit, credit), update('amount_captured = amount_captured + 1'))).to.equal(
      CHECK_VIOLATION,
    );
    expect(await rejectionOf(book(debit, credit))).to.equal(INTEGRITY_VIOLATION);
    expect(await rejectionOf(book({ ...debit, account: 'surplus' }, credit))).to.equal(UNIQUE_VIOLATION);
  });

  it('reject a payment whose amounts differ from its movements', async () => {
    for (const change of [
      'amount_captured = 39.97',
      'amount_captured = 0, amount_refunded = 0',
      'amount_refunded = 0',
      'amount_refunded = 5.0001',
    ]) {
      expect(await rejectionOf(update(change)), change).to.equal(INTEGRITY_VIOLATION);
    }
    const copy = `insert into payments (id, payable_id, gateway, status, capture_method, currency, amount, amount_captured,
        amount_capturing, amount_refunded, amount_refunding, is_voiding, is_overpayment, metadata, actions, check_count, created_at,
        updated_at)
      select 'pay_copy', payable_id, gateway, status, capture_method, currency, amount, amount_captured, 0, 0, 0, false, true,
        '{}', '[]', 0, now(), now() from payments`;
    expect(await rejectionOf(copy)).to.equal(INTEGRITY_VIOLATION);
  });

  it('reject a payment captured beyond its amount or refunded beyond its captures', async () => {
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
      expect(await rejectionOf(update(change)), change).to.equal(CHECK_VIOLATION);
    }
  });

  it('reject a second open payment of an order', async () => {
    const open = `update payments set status = 'processing'`;
    await storage.unitOfWork.run(beginRow(anAuthorizedRow({ payableId: paid.payableId }), {}, dollars(1000)));
    expect(await rejectionOf(open)).to.equal(UNIQUE_VIOLATION);
  });
});
