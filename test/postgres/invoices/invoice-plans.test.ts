import { expect } from 'chai';
import { creditNotePage, invoicePage } from '#adapters/postgres/invoices/invoice-queries.ts';
import { type PageQuery, pageStatement } from '#adapters/postgres/lists/page-query.ts';
import type { CreditNoteListQuery, InvoiceListQuery } from '#core/invoices/ports.ts';
import { expectIndexed, rowsTouched, useSeededClient } from '../../support/builders/plans.ts';
import { seedInvoices } from '../../support/seeding/seed-invoices.ts';

const MANY = 20_000;

const padded = (number: number): string => String(number).padStart(26, '0');

const [INVOICE, NOTE, ORDER, USER, SUBSCRIPTION] = [
  `inv_${padded(42)}`,
  `cn_${padded(42)}`,
  `ord_${padded(40)}`,
  `usr_${padded(16)}`,
  `sub_${padded(15)}`,
] as const;

const JUNE = { created_from: new Date('2026-06-01T00:00:00Z'), created_to: new Date('2026-06-02T00:00:00Z') };

const INVOICES: Readonly<Record<string, InvoiceListQuery['filter'] & Pick<InvoiceListQuery, 'ownerId'>>> = {
  nothing: {},
  'a frequent status': { status: 'paid' },
  'a rare status': { status: 'draft' },
  'a status without rows': { status: 'void' },
  'a user': { user_id: USER },
  'a user and a status': { user_id: USER, status: 'open' },
  'an order': { order_id: ORDER },
  'a subscription': { subscription_id: SUBSCRIPTION },
  'a number': { number: 'INV-100' },
  'some ids': { ids: [INVOICE, `inv_${padded(19_000)}`] },
  'a customer': { ownerId: USER },
  'a customer and a rare status': { ownerId: USER, status: 'draft' },
  'when they were made': JUNE,
  'a rare status and when they were made': { status: 'draft', ...JUNE },
};

const CREDIT_NOTES: Readonly<Record<string, CreditNoteListQuery['filter'] & Pick<CreditNoteListQuery, 'ownerId'>>> = {
  nothing: {},
  'an invoice': { invoice_id: INVOICE },
  'a user': { user_id: USER },
  'a number': { number: 'CN-100' },
  'a frequent reason': { reason: 'refund' },
  'a rare reason': { reason: 'goodwill' },
  'a reason without rows': { reason: 'correction' },
  'some ids': { ids: [NOTE] },
  'a customer': { ownerId: USER },
  'a customer and a rare reason': { ownerId: USER, reason: 'goodwill' },
  'when they were made': JUNE,
};

const sort = { by: 'created_at', descending: true } as const;

const pagesAfter = (id: string) =>
  [undefined, { value: '2026-04-01 00:00:00+00', id }].map((after) => ({ limit: 20, after }));

describe('invoice query plans', () => {
  const client = useSeededClient((seeded) => seedInvoices(seeded, MANY));

  const expectPages = (pages: readonly PageQuery[]): Promise<void> =>
    expectIndexed(
      client(),
      pages.map((page) => pageStatement(page)),
      100,
    );

  for (const [name, { ownerId, ...filter }] of Object.entries(INVOICES)) {
    it(`find invoices by an index for ${name}`, () =>
      expectPages(pagesAfter(INVOICE).map((page) => invoicePage({ filter, ownerId, sort, page }))));
  }

  for (const [name, { ownerId, ...filter }] of Object.entries(CREDIT_NOTES)) {
    it(`find credit notes by an index for ${name}`, () =>
      expectPages(pagesAfter(NOTE).map((page) => creditNotePage({ filter, ownerId, sort, page }))));
  }

  it('report a missing index', async () => {
    await client().query('begin; drop index invoices_status');
    const page = { limit: 20, after: undefined };
    const { text, values = [] } = pageStatement(invoicePage({ filter: { status: 'void' }, sort, page }));
    const touched = await rowsTouched(client(), text, values);
    await client().query('rollback');
    expect(touched).to.be.at.least(MANY);
  });
});
