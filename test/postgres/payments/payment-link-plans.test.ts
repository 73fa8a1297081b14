import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import { paymentLinkPage } from '#adapters/postgres/payments/payment-links.ts';
import type { paymentLinkList } from '#core/payments/links/payment-link.ts';
import type { FilterOf } from '#core/shared/list.ts';
import { expectIndexed, useSeededClient } from '../../support/builders/plans.ts';

const MANY = 20_000;

const padded = (number: number): string => String(number).padStart(26, '0');

/** Links of an established shop: ten for each order, and a hundredth for invoices. */
const LINKS = `
  insert into payment_links (id, version, created_at, updated_at, is_active, order_id, invoice_id, actor_kind)
  select concat('plink_', lpad(n::text, 26, '0')), 1, at, at, n % 3 = 0,
    case when n % 100 > 0 then concat('ord_', lpad((n / 10)::text, 26, '0')) end,
    case when n % 100 = 0 then concat('inv_', lpad(n::text, 26, '0')) end, 'system'
  from generate_series(1, ${MANY}) n,
    lateral (select timestamptz '2026-01-01' + n * interval '1 minute' as at) as t`;

const FILTERS: Readonly<Record<string, FilterOf<typeof paymentLinkList>>> = {
  nothing: {},
  'an order': { order_id: `ord_${padded(700)}` },
  'an invoice': { invoice_id: `inv_${padded(700)}` },
  'an order without links': { order_id: `ord_${padded(9_999_999)}` },
  'some ids': { ids: [`plink_${padded(7)}`, `plink_${padded(19_000)}`] },
};

const AFTER = { value: '2026-01-10 00:00:00+00', id: `plink_${padded(42)}` };

describe('payment link query plans', () => {
  const client = useSeededClient(async (seeded) => {
    await seeded.query(LINKS);
    await seeded.query('vacuum analyze');
  });

  for (const [name, filter] of Object.entries(FILTERS)) {
    it(`find payment links by an index for ${name}`, () =>
      expectIndexed(
        client(),
        [undefined, AFTER].map((after) => pageStatement(paymentLinkPage({ filter, page: { limit: 20, after } }))),
        200,
      ));
  }
});
