import { expect } from 'chai';
import type { Statement } from '#adapters/postgres/connection/statements.ts';
import { type PageQuery, pageStatement } from '#adapters/postgres/lists/page-query.ts';
import { CLAIM_CHECK } from '#adapters/postgres/payments/claim-check.ts';
import { COMPARE_PAYMENTS } from '#adapters/postgres/payments/ledger-queries.ts';
import {
  FIND_GATEWAY_WEBHOOK,
  FIND_OPERATION_BY_KEY,
  LOCK_OPERATION,
  PENDING_OPERATIONS,
  REFUNDS,
  REMOVE_GATEWAY_WEBHOOKS,
} from '#adapters/postgres/payments/operation-statements.ts';
import {
  CHECKS_AND_ATTENTION,
  PENDING_BACKLOG,
  paymentPage,
  paymentTimelinePage,
  refundPage,
} from '#adapters/postgres/payments/payment-queries.ts';
import {
  ERASE_PAYMENTS,
  ERASE_REFUND_REASONS,
  LOCK_PAYMENT,
  ORDER_PAYMENT_STATE,
  REVERSIBLE_PAYMENTS,
} from '#adapters/postgres/payments/payment-statements.ts';
import { noonPlus } from '../../support/builders/builders.ts';
import { type PaymentSelection, paymentQuery } from '../../support/builders/listed-payments.ts';
import { rowsTouched, scannedTables, useSeededClient } from '../../support/builders/plans.ts';
import { seedPayments } from '../../support/seeding/seed-payments.ts';

const MANY = 20_000;

const padded = (number: number): string => String(number).padStart(26, '0');

const [ORDER, USER, PAYMENT] = [`ord_${padded(40)}`, `usr_${padded(16)}`, `pay_${padded(42)}`] as const;

const JUNE = { created_from: new Date('2026-06-01T00:00:00Z'), created_to: new Date('2026-06-02T00:00:00Z') };

const FILTERS: Readonly<Record<string, PaymentSelection>> = {
  nothing: {},
  'a frequent status': { status: 'succeeded' },
  'a rare status': { status: 'authorized' },
  'a status without rows': { status: 'requires_action' },
  'a frequent gateway': { gateway: 'sandbox' },
  'a rare gateway': { gateway: 'manual' },
  'a gateway without rows': { gateway: 'nobody' },
  'a frequent gateway and a rare status': { gateway: 'sandbox', status: 'authorized' },
  'a rare gateway and a frequent status': { gateway: 'manual', status: 'succeeded' },
  'a rare gateway and a status without rows': { gateway: 'manual', status: 'requires_action' },
  'an order': { order_id: ORDER },
  'an order, a gateway and a status': { order_id: ORDER, gateway: 'sandbox', status: 'failed' },
  'a customer': { ownerId: USER },
  'a user': { user_id: USER },
  'a user and a gateway': { user_id: USER, gateway: 'sandbox' },
  'some ids': { ids: [PAYMENT] },
  'a customer and a status without rows': { ownerId: USER, status: 'requires_action' },
  'a customer and a gateway': { ownerId: USER, gateway: 'sandbox' },
  "a customer and another's order": { ownerId: USER, order_id: ORDER },
  'when they were made': JUNE,
  'a frequent status and when they were made': { status: 'succeeded', ...JUNE },
  'a rare status and when they were made': { status: 'authorized', ...JUNE },
  'a gateway and when they were made': { gateway: 'sandbox', ...JUNE },
  'a rare gateway and when they were made': { gateway: 'manual', ...JUNE },
  'a gateway, a status and when they were made': { gateway: 'stripe', status: 'succeeded', ...JUNE },
  'an order and when it was paid': { order_id: ORDER, ...JUNE },
  'what needs attention': { needs_attention: true },
  'what needs attention of a rare gateway': { needs_attention: true, gateway: 'manual' },
  'what needs no attention': { needs_attention: false },
  'a customer and when they paid': { ownerId: USER, ...JUNE },
};

const AFTER = { value: '2026-04-01 00:00:00+00', id: PAYMENT };

type Run = Readonly<{ statement: Statement; most: number }>;

/** Statements with matching values, and the number of rows they may touch. */
const RUN: Readonly<Record<string, Run>> = {
  LOCK_PAYMENT: { statement: LOCK_PAYMENT({ id: PAYMENT }), most: 2 },
  ORDER_PAYMENT_STATE: { statement: ORDER_PAYMENT_STATE({ payableId: ORDER }), most: 4 },
  REVERSIBLE_PAYMENTS: { statement: REVERSIBLE_PAYMENTS({ orderId: ORDER }), most: 4 },
  LOCK_OPERATION: { statement: LOCK_OPERATION({ id: PAYMENT }), most: 4 },
  PENDING_OPERATIONS: { statement: PENDING_OPERATIONS({ paymentId: PAYMENT }), most: 8 },
  REFUNDS: { statement: REFUNDS({ paymentId: PAYMENT }), most: 8 },
  FIND_OPERATION_BY_KEY: { statement: FIND_OPERATION_BY_KEY({ key: `request ${PAYMENT}` }), most: 4 },
  CLAIM_CHECK: { statement: CLAIM_CHECK({ at: noonPlus(0), until: noonPlus(30) }), most: 6 },
  // each payment that waits and its pending operations
  PENDING_BACKLOG: { statement: PENDING_BACKLOG({}), most: (2 * MANY) / 500 },
  CHECKS_AND_ATTENTION: { statement: CHECKS_AND_ATTENTION({}), most: 2 },
  FIND_GATEWAY_WEBHOOK: { statement: FIND_GATEWAY_WEBHOOK({ gateway: 'sandbox', id: 'evt_17' }), most: 2 },
  REMOVE_GATEWAY_WEBHOOKS: {
    statement: REMOVE_GATEWAY_WEBHOOKS({ before: new Date('2026-01-02T00:00:00Z') }),
    most: 400,
  },
  ERASE_PAYMENTS: { statement: ERASE_PAYMENTS({ orderIds: [ORDER, `ord_${padded(60)}`], at: noonPlus(9) }), most: 12 },
  ERASE_REFUND_REASONS: {
    statement: ERASE_REFUND_REASONS({ paymentIds: [PAYMENT, `pay_${padded(62)}`], at: noonPlus(9) }),
    most: 16,
  },
};

describe('payment query plans', () => {
  const client = useSeededClient((seeded) => seedPayments(seeded, MANY));

  const scannedBy = (page: PageQuery): Promise<string[]> => {
    const { text, values = [] } = pageStatement(page);
    return scannedTables(client(), text, values);
  };

  const touchedBy = (page: PageQuery): Promise<number> => {
    const { text, values = [] } = pageStatement(page);
    return rowsTouched(client(), text, values);
  };

  for (const [name, filter] of Object.entries(FILTERS)) {
    it(`find payments by an index for ${name}`, async () => {
      for (const after of [undefined, AFTER]) {
        expect(await scannedBy(paymentPage(paymentQuery(filter, { limit: 20, after })))).to.deep.equal([]);
      }
    });

    it(`read little more than the page for ${name} and sort no more`, async () => {
      for (const after of [undefined, AFTER]) {
        const touched = await touchedBy(paymentPage(paymentQuery(filter, { limit: 20, after })));
        expect(touched, `rows touched for 20 after ${after?.value}`).to.be.lessThan(200);
      }
    });
  }

  it('find a payment’s refunds and timeline by an index', async () => {
    const pages = (page: { limit: number; after?: typeof AFTER | undefined }): PageQuery[] => [
      refundPage(PAYMENT, page),
      paymentTimelinePage(PAYMENT, page, 'full'),
      paymentTimelinePage(PAYMENT, page, 'buyer'),
    ];
    for (const after of [undefined, AFTER]) {
      for (const page of pages({ limit: 20, after })) expect(await scannedBy(page)).to.deep.equal([]);
    }
    for (const page of pages({ limit: 20 })) expect(await touchedBy(page)).to.be.within(4, 10);
  });

  for (const [name, { statement, most }] of Object.entries(RUN)) {
    it(`run ${name} by an index at any table size`, async () => {
      const { text, values = [] } = statement;
      expect(await scannedTables(client(), text, values)).to.deep.equal([]);
      await client().query('begin');
      const touched = await rowsTouched(client(), text, values);
      await client().query('rollback');
      expect(touched).to.be.within(1, most);
    });
  }

  it('compare payments with the ledger by indexes, however many movements there are', async () => {
    const { text, values = [] } = COMPARE_PAYMENTS({ after: PAYMENT, limit: 100 });
    const movements = `
      insert into ledger_entries (movement_id, account, kind, payment_id, payable_id, currency, debit, credit, created_at)
      select concat('cap', substr(id, 4)), account, 'capture', id, payable_id, currency, debit, amount_captured - debit, created_at
      from payments, lateral (values ('gateway:sandbox', amount_captured), ('orders', 0)) as entry (account, debit)
      where amount_captured > 0`;
    // orders and invoices have no rows here
    await client().query('begin; set local session_replication_role = replica; set local enable_seqscan = off');
    await client().query(movements);
    await client().query('analyze ledger_entries');
    const scanned = await scannedTables(client(), text, values);
    const touched = await rowsTouched(client(), text, values);
    await client().query('rollback');
    expect(scanned).to.deep.equal([]);
    expect(touched).to.be.within(100, 1_000);
  });

  it('report a missing index', async () => {
    await client().query('begin; drop index payments_status; drop index payments_gateway');
    const touched = await touchedBy(paymentPage({ filter: { status: 'authorized' }, page: { limit: 20 } }));
    await client().query('rollback');
    expect(touched).to.be.at.least(MANY);
  });
});
